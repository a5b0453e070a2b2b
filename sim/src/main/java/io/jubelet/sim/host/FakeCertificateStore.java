package io.jubelet.sim.host;

import io.jubelet.core.host.CertificateStore;
import io.jubelet.core.host.HostCallException;
import io.jubelet.pki.CertifiedKey;
import java.security.KeyPair;
import java.util.Optional;

/// A certificate that outlives the process, on a disk that may be full.
///
/// Thread: whoever holds the baton.
public final class FakeCertificateStore implements CertificateStore {
    private Optional<CertifiedKey> current = Optional.empty();
    private Optional<KeyPair> pending = Optional.empty();
    private boolean full;

    /// From now on nothing can be written, or again everything.
    public void full(boolean now) {
        full = now;
    }

    @Override
    public Optional<CertifiedKey> current() {
        return current;
    }

    @Override
    public void replace(CertifiedKey next) {
        write();
        current = Optional.of(next);
    }

    @Override
    public Optional<KeyPair> pendingKey() {
        return pending;
    }

    @Override
    public void keepPendingKey(KeyPair key) {
        write();
        pending = Optional.of(key);
    }

    @Override
    public void forgetPendingKey() {
        pending = Optional.empty();
    }

    private void write() {
        if (full) {
            throw new HostCallException("write kubelet-client.pem: No space left on device");
        }
    }
}
