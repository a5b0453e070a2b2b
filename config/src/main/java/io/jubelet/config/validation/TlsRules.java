package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rules about the server's cipher suites, TLS versions and curves: Go's names and numbers.
///
/// Thread: any; pure.
///
/// Upstream: component-base cli/flag TLSCipherSuites, TLSVersion, TLSCurvePreferences.
final class TlsRules {
    private static final String PREFIX = "failed to construct kubelet dependencies: ";
    private static final Set<String> SUITES =
            Set.of(
                    "TLS_AES_128_GCM_SHA256",
                    "TLS_AES_256_GCM_SHA384",
                    "TLS_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
                    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
                    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
                    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
                    "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
                    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
                    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
                    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
                    "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
                    "TLS_RSA_WITH_AES_128_CBC_SHA",
                    "TLS_RSA_WITH_AES_128_CBC_SHA256",
                    "TLS_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_RSA_WITH_AES_256_CBC_SHA",
                    "TLS_RSA_WITH_AES_256_GCM_SHA384",
                    "TLS_RSA_WITH_RC4_128_SHA");
    private static final Set<String> VERSIONS =
            Set.of("", "VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13");
    // P-256, P-384, P-521, X25519, and the three hybrids with ML-KEM.
    private static final Set<Integer> CURVES = Set.of(23, 24, 25, 29, 4587, 4588, 4589);
    private static final int LARGEST_CURVE = 65535;

    private TlsRules() {}

    static Optional<String> fault(KubeletConfiguration config) {
        return suiteFault(config.getTlsCipherSuitesList())
                .or(() -> versionFault(config.getTlsMinVersion()))
                .or(() -> curveFault(config.getTlsCurvePreferencesList()))
                .map(PREFIX::concat);
    }

    private static Optional<String> suiteFault(List<String> suites) {
        return suites.stream()
                .filter(suite -> !SUITES.contains(suite))
                .findFirst()
                .map(suite -> "Cipher suite " + suite + " not supported or doesn't exist");
    }

    private static Optional<String> versionFault(String version) {
        return VERSIONS.contains(version)
                ? Optional.empty()
                : Optional.of("unknown tls version " + quote(version));
    }

    private static Optional<String> curveFault(List<Integer> curves) {
        var seen = new HashSet<Integer>();
        for (int curve : curves) {
            if (curve <= 0 || curve > LARGEST_CURVE) {
                return Optional.of(
                        "curve preference " + curve + " is out of range (must be 1-65535)");
            }
            if (!seen.add(curve)) {
                return Optional.of("duplicate curve preference " + curve);
            }
            if (!CURVES.contains(curve)) {
                return Optional.of(
                        "curve preference "
                                + curve
                                + " is not supported by the current Go version");
            }
        }
        return Optional.empty();
    }
}
