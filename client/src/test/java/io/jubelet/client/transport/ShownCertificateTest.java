package io.jubelet.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

final class ShownCertificateTest {
    private static final Principal[] OTHERS = {new X500Principal("CN=another")};

    private final CertifiedKey own = certified();
    private final ShownCertificate shown = new ShownCertificate(own);

    private static CertifiedKey certified() {
        var begin = Instant.parse("2026-11-15T10:00:00Z");
        var end = begin.plusSeconds(3600);
        var keys = Keys.make(Keys.Kind.EC);
        var certificate =
                new Authority("ours", begin, end)
                        .issue(
                                new CertificateRequest(
                                        Subject.named("system:node:a"),
                                        keys.getPublic(),
                                        begin,
                                        end,
                                        false,
                                        List.of(CertificateRequest.CLIENT_AUTH),
                                        AlternativeNames.NONE));
        return new CertifiedKey(keys.getPrivate(), List.of(certificate));
    }

    @Test
    void itIsShownToAServerThatNamesOtherAuthorities() {
        var alias = shown.chooseEngineClientAlias(new String[] {"RSA", "EC"}, OTHERS, null);

        assertThat(alias).isNotNull();
        assertThat(shown.getCertificateChain(String.valueOf(alias)))
                .containsExactly(own.certificate());
        assertThat(shown.getPrivateKey(String.valueOf(alias))).isEqualTo(own.key());
    }

    @Test
    void aKeyThatTheServerCannotCheckIsNot() {
        assertThat(shown.chooseEngineClientAlias(new String[] {"RSA"}, OTHERS, null)).isNull();
    }
}
