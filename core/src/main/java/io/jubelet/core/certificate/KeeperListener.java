package io.jubelet.core.certificate;

import io.jubelet.pki.CertifiedKey;
import java.time.Duration;

/// Who is told what becomes of a certificate.
///
/// Thread: told on the keeper's thread; must not block.
public interface KeeperListener {
    KeeperListener NONE = new KeeperListener() {};

    /// From now on this one is used.
    default void changed(CertifiedKey current) {}

    /// The one before lived this long.
    default void renewed(Duration lived) {}

    /// A try to get a new one failed.
    default void failed() {}

    /// There is no valid certificate, no way to another, and the API server answers: the process
    /// has nothing to go on with.
    default void lost(String reason) {}
}
