package io.jubelet.client.login;

import io.jubelet.pki.CertifiedKey;
import java.util.Optional;

/// The certificate by which we log in at this moment. A connection keeps the one it began with; one
/// that was made with another certificate than the current is closed and made anew.
///
/// Thread: any.
public interface ClientCertificateSource {
    /// The certificate and its key, if we have one. Asked at every call, so it must be quick.
    Optional<CertifiedKey> current();

    /// Has `listener` run, on any thread, whenever [#current] changed. Without that the change is
    /// noticed with the next call.
    void onChange(Runnable listener);

    /// Always the same.
    static ClientCertificateSource fixed(Optional<CertifiedKey> certificate) {
        return new ClientCertificateSource() {
            @Override
            public Optional<CertifiedKey> current() {
                return certificate;
            }

            @Override
            public void onChange(Runnable listener) {}
        };
    }
}
