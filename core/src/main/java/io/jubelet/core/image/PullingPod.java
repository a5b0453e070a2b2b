package io.jubelet.core.image;

import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.runtime.PodIdentity;
import java.util.Optional;

/// A pod that an image is pulled for.
///
/// @param account the service account that it runs as, if any
public record PullingPod(PodIdentity identity, Optional<ObjectName> account) {
    /// @param account the name of its service account; empty for none
    public static PullingPod of(PodIdentity identity, String account) {
        return new PullingPod(
                identity,
                account.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new ObjectName(identity.namespace(), account)));
    }

    @Override
    public String toString() {
        return identity.toString();
    }
}
