package io.jubelet.server.tls;

import io.jubelet.log.Log;
import io.jubelet.pki.Keys;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Go's names for TLS versions, cipher suites and groups, as the JDK knows them.
///
/// Thread: stateless.
final class TlsNames {
    private static final Log LOG = Log.of(TlsNames.class);

    /// TLS 1.3's suites, which cannot be chosen.
    private static final List<String> ALWAYS =
            List.of(
                    "TLS_AES_128_GCM_SHA256",
                    "TLS_AES_256_GCM_SHA384",
                    "TLS_CHACHA20_POLY1305_SHA256");

    /// Suites that are named otherwise in the JDK.
    private static final Map<String, String> RENAMED =
            Map.of(
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
                    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_RSA_WITH_RC4_128_SHA",
                    "SSL_RSA_WITH_RC4_128_SHA",
                    "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
                    "SSL_RSA_WITH_3DES_EDE_CBC_SHA");

    /// The hybrid groups with ML-KEM are not in this Java yet.
    private static final Map<Integer, String> GROUPS =
            Map.of(23, "secp256r1", 24, "secp384r1", 25, "secp521r1", 29, "x25519");

    private static final int P256 = 23;

    private TlsNames() {}

    /// What the key of a certificate of our own is made of: EC, which is made at once, unless what
    /// is configured leaves TLS 1.2 clients nothing to use it with.
    static Keys.Kind ownKey(List<String> suites, List<Integer> curves) {
        var suite = suites.isEmpty() || suites.stream().anyMatch(each -> each.contains("_ECDSA_"));
        var curve = curves.isEmpty() || curves.contains(P256);
        return suite && curve ? Keys.Kind.EC : Keys.Kind.RSA;
    }

    /// @throws TlsException when the name is unknown
    static List<String> protocols(String minimum) {
        return switch (minimum) {
            case "", "VersionTLS12" -> List.of("TLSv1.3", "TLSv1.2");
            case "VersionTLS13" -> List.of("TLSv1.3");
            case "VersionTLS10", "VersionTLS11" -> {
                LOG.warning("This build speaks TLS 1.2 at least", "tlsMinVersion", minimum);
                yield List.of("TLSv1.3", "TLSv1.2");
            }
            default -> throw new TlsException("unknown tls version \"" + minimum + "\"");
        };
    }

    /// The suites to enable; empty for the JDK's own choice. Suites that this JDK has switched off
    /// are left out with a warning.
    ///
    /// @throws TlsException when nothing is left
    static List<String> suites(List<String> names, Set<String> supported) {
        if (names.isEmpty()) {
            return List.of();
        }
        var chosen = new LinkedHashSet<String>();
        var left = new ArrayList<String>();
        for (String name : names) {
            var suite = RENAMED.getOrDefault(name, name);
            (supported.contains(suite) ? chosen : left).add(suite);
        }
        if (!left.isEmpty()) {
            LOG.warning(
                    "Cipher suites are switched off in this Java and not offered", "suites", left);
        }
        if (chosen.isEmpty()) {
            throw new TlsException(
                    "none of the cipher suites can be offered: " + String.join(", ", names));
        }
        ALWAYS.stream().filter(supported::contains).forEach(chosen::add);
        return List.copyOf(chosen);
    }

    /// The groups to offer; empty for the JDK's own choice.
    static List<String> groups(List<Integer> numbers) {
        var known =
                numbers.stream()
                        .filter(GROUPS::containsKey)
                        .map(number -> GROUPS.getOrDefault(number, ""))
                        .toList();
        if (known.size() < numbers.size()) {
            LOG.warning(
                    "Some TLS groups are not in this Java and not offered",
                    "tlsCurvePreferences",
                    numbers);
        }
        return known;
    }
}
