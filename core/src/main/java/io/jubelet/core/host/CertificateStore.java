package io.jubelet.core.host;

import io.jubelet.pki.CertifiedKey;
import java.security.KeyPair;
import java.util.Optional;

/// Where one of the node's certificates lives between two runs of the agent. Every method throws
/// [HostCallException] when the disk does not let it; what was there before then stays in use.
///
/// Thread: one at a time.
/// Upstream: client-go util/certificate Store.
public interface CertificateStore {
    /// The certificate in use; empty when there is none yet.
    Optional<CertifiedKey> current();

    /// Makes this the certificate in use, whole or not at all.
    void replace(CertifiedKey next);

    /// The key of a request that an earlier run did not see the end of.
    Optional<KeyPair> pendingKey();

    /// Remembers the key of a request, so that a later run asks for the same certificate.
    void keepPendingKey(KeyPair key);

    void forgetPendingKey();
}
