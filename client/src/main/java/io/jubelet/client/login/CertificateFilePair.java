package io.jubelet.client.login;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import io.jubelet.pki.CertificateFiles;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.PkiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A certificate and key that others renew in files: looked at every minute, read when they
/// changed. Files that cannot be read leave the last pair in use.
///
/// Thread: any; the lock guards the pair and when it was looked at.
/// Upstream: client-go `transport/cert_rotation.go`, which looks every five minutes.
public final class CertificateFilePair implements ClientCertificateSource {
    private static final Log LOG = Log.of(CertificateFilePair.class);
    static final Duration PERIOD = Duration.ofMinutes(1);

    private final Path certificate;
    private final Path key;
    private final Execution execution;
    private CertifiedKey pair;
    private List<Object> seen;
    private Tick nextLook;

    /// @throws PkiException when the files cannot be used
    public CertificateFilePair(Path certificate, Path key, Execution execution) {
        this.certificate = certificate;
        this.key = key;
        this.execution = execution;
        this.seen = state();
        this.pair = CertificateFiles.keyPair(certificate, key);
        this.nextLook = execution.tick().plus(PERIOD);
    }

    @Override
    public synchronized Optional<CertifiedKey> current() {
        var now = execution.tick();
        if (!now.isBefore(nextLook)) {
            nextLook = now.plus(PERIOD);
            readIfChanged();
        }
        return Optional.of(pair);
    }

    private void readIfChanged() {
        var newest = state();
        if (newest.equals(seen)) {
            return;
        }
        seen = newest;
        try {
            pair = CertificateFiles.keyPair(certificate, key);
            LOG.info("Loaded the client certificate", "file", certificate.toString());
        } catch (PkiException failure) {
            LOG.error(failure, "The client certificate changed but cannot be used, the last stays");
        }
    }

    /// What tells one state of the files from another; a file that is missing is a state too.
    private List<Object> state() {
        return List.of(state(certificate), state(key));
    }

    private static Object state(Path file) {
        try {
            return List.of(file.toRealPath(), Files.getLastModifiedTime(file), Files.size(file));
        } catch (IOException failure) {
            return "missing";
        }
    }

    /// The change is noticed by the next call after the next look.
    @Override
    public void onChange(Runnable listener) {}
}
