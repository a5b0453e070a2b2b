package io.jubelet.pki;

import java.security.PublicKey;
import java.time.Instant;
import java.util.List;

/// What a certificate is to say.
///
/// @param authority whether it may sign others
/// @param usages object identifiers of what its key may be used for; empty for no limit
public record CertificateRequest(
        Subject subject,
        PublicKey key,
        Instant notBefore,
        Instant notAfter,
        boolean authority,
        List<String> usages,
        AlternativeNames alternativeNames) {
    /// The key may prove a server.
    public static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";

    /// The key may prove a client.
    public static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

    public CertificateRequest {
        usages = List.copyOf(usages);
    }

    /// Who a certificate is about.
    public record Subject(String commonName, List<String> organizations) {
        public Subject {
            organizations = List.copyOf(organizations);
        }

        public static Subject named(String commonName) {
            return new Subject(commonName, List.of());
        }
    }

    /// Under which names its owner is reached; addresses are numbers, not names.
    public record AlternativeNames(List<String> dns, List<String> addresses) {
        public static final AlternativeNames NONE = new AlternativeNames(List.of(), List.of());

        public AlternativeNames {
            dns = List.copyOf(dns);
            addresses = List.copyOf(addresses);
        }

        public boolean isEmpty() {
            return dns.isEmpty() && addresses.isEmpty();
        }
    }
}
