package io.jubelet.server.tls;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What is configured about the HTTPS port's TLS.
///
/// @param certificate the given certificate and key; empty to make one in `certificateFolder`
/// @param host the name a certificate of our own is for
/// @param clientAuthorities the file with the authorities that client certificates are checked
///     against; empty when clients are not asked for one
/// @param minimumVersion Go's name, such as `VersionTLS12`; empty for the default
/// @param cipherSuites Go's names; empty for the default
/// @param curves numbers of TLS groups in the order preferred; empty for the default
/// @param reloadPeriod how often the files are looked at for changes
/// @param kept who keeps the certificate instead of files; empty for files
public record TlsSettings(
        Optional<Files> certificate,
        Path certificateFolder,
        String host,
        Optional<Path> clientAuthorities,
        String minimumVersion,
        List<String> cipherSuites,
        List<Integer> curves,
        Duration reloadPeriod,
        Optional<ServingCertificates> kept) {
    public static final Duration STANDARD_RELOAD_PERIOD = Duration.ofSeconds(10);

    public TlsSettings {
        cipherSuites = List.copyOf(cipherSuites);
        curves = List.copyOf(curves);
    }

    /// A certificate from files.
    public TlsSettings(
            Optional<Files> certificate,
            Path certificateFolder,
            String host,
            Optional<Path> clientAuthorities,
            String minimumVersion,
            List<String> cipherSuites,
            List<Integer> curves,
            Duration reloadPeriod) {
        this(
                certificate,
                certificateFolder,
                host,
                clientAuthorities,
                minimumVersion,
                cipherSuites,
                curves,
                reloadPeriod,
                Optional.empty());
    }

    /// The same, but with a certificate that is kept elsewhere; no file is read or made.
    public TlsSettings keptBy(ServingCertificates keeper) {
        return new TlsSettings(
                certificate,
                certificateFolder,
                host,
                clientAuthorities,
                minimumVersion,
                cipherSuites,
                curves,
                reloadPeriod,
                Optional.of(keeper));
    }

    /// Two files that belong together.
    public record Files(Path certificate, Path key) {}

    /// A certificate of our own and nothing else set.
    public static TlsSettings selfSigned(Path certificateFolder, String host) {
        return new TlsSettings(
                Optional.empty(),
                certificateFolder,
                host,
                Optional.empty(),
                "",
                List.of(),
                List.of(),
                STANDARD_RELOAD_PERIOD);
    }

    /// The files the port serves from.
    Files files() {
        return certificate.orElseGet(
                () ->
                        new Files(
                                certificateFolder.resolve("kubelet.crt"),
                                certificateFolder.resolve("kubelet.key")));
    }
}
