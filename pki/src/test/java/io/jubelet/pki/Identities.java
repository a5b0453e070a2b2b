package io.jubelet.pki;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Keys with certificates for tests, all of one authority.
///
/// Thread: the test's.
final class Identities {
    private final Instant now = InstantSource.system().instant();
    private static final Duration DAY = Duration.ofDays(1);

    private final Authority authority;

    Identities(String name) {
        authority = new Authority(name, now.minus(DAY), now.plus(DAY));
    }

    X509Certificate certificate() {
        return authority.certificate();
    }

    CertifiedKey server(String name) {
        var keys = Keys.make(Keys.Kind.EC);
        var asked = SigningRequest.make(keys, Subject.named(name), AlternativeNames.NONE);
        var usages = List.of(CertificateRequest.SERVER_AUTH);
        return new CertifiedKey(
                keys.getPrivate(),
                List.of(authority.sign(asked, now.minus(DAY), now.plus(DAY), usages)));
    }

    static String pkcs8(CertifiedKey identity) {
        return Pem.text("PRIVATE KEY", identity.key().getEncoded());
    }
}
