package io.jubelet.server.tls;

import io.jubelet.log.Log;
import io.jubelet.pki.CertificateFiles;
import io.jubelet.pki.FileState;
import io.jubelet.pki.PkiException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/// The authorities whose client certificates are believed, read again when their file changes. A
/// bad new file is told once and changes nothing.
///
/// Thread: [#current] from any, [#reloadIfChanged] from one at a time.
///
/// Upstream: the gate ReloadKubeletClientCAFile.
public final class ClientAuthorities {
    private static final Log LOG = Log.of(ClientAuthorities.class);

    private final Optional<Path> file;
    private FileState seen;
    private volatile List<X509Certificate> current;

    /// @throws PkiException when the file cannot be used
    public ClientAuthorities(Optional<Path> file) {
        this.file = file;
        this.seen = state();
        this.current = file.map(CertificateFiles::certificates).map(List::copyOf).orElse(List.of());
    }

    public List<X509Certificate> current() {
        return current;
    }

    public synchronized void reloadIfChanged() {
        var newest = state();
        if (newest.equals(seen)) {
            return;
        }
        seen = newest;
        try {
            current = file.map(CertificateFiles::certificates).map(List::copyOf).orElse(List.of());
            LOG.info("Loaded the client authorities", "file", file.map(Path::toString).orElse(""));
        } catch (PkiException failure) {
            LOG.error(failure, "The client authorities changed but cannot be used, the last stay");
        }
    }

    private FileState state() {
        return FileState.of(file.map(List::of).orElse(List.of()));
    }
}
