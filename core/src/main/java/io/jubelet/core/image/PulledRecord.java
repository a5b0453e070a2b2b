package io.jubelet.core.image;

import io.jubelet.core.runtime.Ordered;
import java.time.Instant;
import java.util.Map;

/// An image that a kubelet of this machine pulled.
///
/// Upstream: ImagePulledRecord of kubelet.config.k8s.io.
///
/// @param reference as the runtime knows the image
/// @param credentials with what it was pulled, by its name in pods without tag and digest
record PulledRecord(Instant updated, String reference, Map<String, PullCredentials> credentials) {
    PulledRecord {
        credentials = Ordered.copy(credentials);
    }
}
