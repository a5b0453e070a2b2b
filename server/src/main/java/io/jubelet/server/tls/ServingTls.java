package io.jubelet.server.tls;

import io.jubelet.log.Log;
import io.jubelet.pki.CertificateFiles;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.FileState;
import io.jubelet.pki.Keys;
import io.jubelet.pki.PkiException;
import io.jubelet.pki.SelfSignedCertificate;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

/// Makes the TLS side of each connection from the certificate of the moment, and notices when the
/// files change: connections that come later get the new certificate, those that are open go on. A
/// bad new file is told once and changes nothing.
///
/// Thread: engines from any; [#reloadIfChanged] from one at a time.
///
/// Upstream: cmd/kubelet/app/server.go InitializeTLS and the gate
/// ReloadKubeletServerCertificateFile.
public final class ServingTls implements Supplier<SSLEngine> {
    private static final Log LOG = Log.of(ServingTls.class);

    private final TlsSettings settings;
    private final ClientAuthorities authorities;
    private final List<String> protocols;
    private final List<String> groups;
    private FileState seen;
    private List<X509Certificate> seenAuthorities;
    private volatile Current current;

    /// @param pair what it was made of; empty while there is no certificate
    private record Current(SSLContext context, List<String> suites, Optional<CertifiedKey> pair) {}

    /// Reads the files, or makes a certificate; an RSA key takes up to seconds.
    ///
    /// @throws PkiException when a file or a setting cannot be used
    public ServingTls(TlsSettings settings, ClientAuthorities authorities) {
        this.settings = settings;
        this.authorities = authorities;
        this.protocols = TlsNames.protocols(settings.minimumVersion());
        this.groups = TlsNames.groups(settings.curves());
        var files = settings.files();
        if (settings.kept().isEmpty() && settings.certificate().isEmpty()) {
            ensureOwn(files, TlsNames.ownKey(settings.cipherSuites(), settings.curves()));
        }
        this.seen = state();
        this.seenAuthorities = authorities.current();
        this.current = load();
    }

    private void ensureOwn(TlsSettings.Files files, Keys.Kind kind) {
        if (SelfSignedCertificate.ensure(files.certificate(), files.key(), settings.host(), kind)) {
            LOG.v(4)
                    .info(
                            "Using self-signed cert",
                            "TLSCertFile",
                            files.certificate().toString(),
                            "TLSPrivateKeyFile",
                            files.key().toString());
        }
    }

    @Override
    public SSLEngine get() {
        var now = newest();
        var engine = now.context().createSSLEngine();
        engine.setUseClientMode(false);
        var parameters = engine.getSSLParameters();
        parameters.setProtocols(protocols.toArray(String[]::new));
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setUseCipherSuitesOrder(true);
        if (!now.suites().isEmpty()) {
            parameters.setCipherSuites(now.suites().toArray(String[]::new));
        }
        if (!groups.isEmpty()) {
            parameters.setNamedGroups(groups.toArray(String[]::new));
        }
        parameters.setWantClientAuth(settings.clientAuthorities().isPresent());
        engine.setSSLParameters(parameters);
        return engine;
    }

    /// A certificate that is kept elsewhere is taken over by the next connection.
    private Current newest() {
        var now = current;
        if (settings.kept().isEmpty() || pair().equals(now.pair())) {
            return now;
        }
        synchronized (this) {
            current = load();
            LOG.info(
                    "Loaded the serving certificate",
                    "notAfter",
                    current.pair().map(each -> each.notAfter().toString()).orElse("none"));
            return current;
        }
    }

    private Optional<CertifiedKey> pair() {
        if (settings.kept().isPresent()) {
            return settings.kept().get().current();
        }
        var files = settings.files();
        return Optional.of(CertificateFiles.keyPair(files.certificate(), files.key()));
    }

    /// Takes over the certificate if its files or the authorities changed since the last look.
    public synchronized void reloadIfChanged() {
        authorities.reloadIfChanged();
        var newest = state();
        var newestAuthorities = authorities.current();
        if (newest.equals(seen) && newestAuthorities.equals(seenAuthorities)) {
            return;
        }
        seen = newest;
        seenAuthorities = newestAuthorities;
        try {
            current = load();
            LOG.info(
                    "Loaded the serving certificate",
                    "file",
                    settings.kept().isPresent()
                            ? "none"
                            : settings.files().certificate().toString());
        } catch (PkiException failure) {
            LOG.error(
                    failure,
                    "The serving certificate changed but cannot be used, the last one stays");
        }
    }

    private FileState state() {
        if (settings.kept().isPresent()) {
            return FileState.of(List.of());
        }
        var files = settings.files();
        return FileState.of(List.of(files.certificate(), files.key()));
    }

    private Current load() {
        var pair = pair();
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            var noPassword = new char[0];
            if (pair.isPresent()) {
                store.setKeyEntry(
                        "serving",
                        pair.get().key(),
                        noPassword,
                        pair.get().chain().toArray(X509Certificate[]::new));
            }
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, noPassword);
            var context = SSLContext.getInstance("TLS");
            context.init(
                    keys.getKeyManagers(),
                    new TrustManager[] {new AnyClientCertificate(seenAuthorities)},
                    null);
            var supported = Set.of(context.getSupportedSSLParameters().getCipherSuites());
            var suites = TlsNames.suites(settings.cipherSuites(), supported);
            return new Current(context, suites, pair);
        } catch (GeneralSecurityException | IOException failure) {
            throw new TlsException(
                    "cannot serve with the certificate: " + failure.getMessage(), failure);
        }
    }
}
