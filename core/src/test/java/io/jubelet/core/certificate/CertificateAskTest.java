package io.jubelet.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.certificates.CertificateSigningRequest;
import io.jubelet.api.certificates.CertificateSigningRequestCondition;
import io.jubelet.api.certificates.CertificateSigningRequestStatus;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.host.CertificateStore;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import io.jubelet.pki.Pem;
import io.jubelet.pki.PrivateKeys;
import io.jubelet.pki.SigningRequest;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CertificateAskTest {
    private static final CertificateWish WISH = CertificateWish.client("a");

    /// Remembers the pending key, nothing else.
    private static final class Memory implements CertificateStore {
        private Optional<KeyPair> pending = Optional.empty();

        @Override
        public Optional<CertifiedKey> current() {
            return Optional.empty();
        }

        @Override
        public void replace(CertifiedKey next) {}

        @Override
        public Optional<KeyPair> pendingKey() {
            return pending;
        }

        @Override
        public void keepPendingKey(KeyPair key) {
            pending = Optional.of(key);
        }

        @Override
        public void forgetPendingKey() {
            pending = Optional.empty();
        }
    }

    private final Memory memory = new Memory();

    private CertificateAsk ask(KeeperSettings settings) {
        return CertificateAsk.prepare(WISH, settings, memory, Optional.empty());
    }

    @Test
    void aRenewalHasANewKeyAndANameOfTheServersChoosing() {
        var settings = KeeperSettings.client(Optional.empty());
        var one = ask(settings).object();
        var two = ask(settings).object();

        assertThat(one.getMetadata().getGenerateName()).isEqualTo("csr-");
        assertThat(one.getMetadata().getName()).isEmpty();
        assertThat(one.getSpec().getSignerName())
                .isEqualTo("kubernetes.io/kube-apiserver-client-kubelet");
        assertThat(one.getSpec().getUsagesList())
                .containsExactly("digital signature", "client auth");
        assertThat(one.getSpec().hasExpirationSeconds()).isFalse();
        var request = SigningRequest.parse(one.getSpec().getRequest().toStringUtf8());
        assertThat(request.subject()).isEqualTo(WISH.subject());
        assertThat(request.key())
                .isNotEqualTo(
                        SigningRequest.parse(two.getSpec().getRequest().toStringUtf8()).key());
    }

    @Test
    void aFirstRequestIsFoundAgainAfterARestart() {
        var one = ask(KeeperSettings.clientOnce()).object().getMetadata().getName();
        var two = ask(KeeperSettings.clientOnce()).object().getMetadata().getName();

        assertThat(one).startsWith("node-csr-").hasSize(52).isEqualTo(two);
        memory.forgetPendingKey();
        assertThat(ask(KeeperSettings.clientOnce()).object().getMetadata().getName())
                .isNotEqualTo(one);
    }

    /// The name was computed with other tools, as upstream's digestedName says.
    @Test
    void theNameIsUpstreamsForTheSameKey() throws GeneralSecurityException {
        var pem =
                """
                -----BEGIN EC PRIVATE KEY-----
                MHcCAQEEILIfkFl9wHg9PPSGYcqkLsbNF0Tg9Fl6U6WWeGGey7OgoAoGCCqGSM49
                AwEHoUQDQgAE+A0BPhB1ztGO7tGnm9U4Sh6di03vavHDYmu02HPfyHHUHzb0yIYx
                wzrWLK6tt5M3hpF3FEW2NpP8MYYx7lp9iw==
                -----END EC PRIVATE KEY-----
                """;
        var keys = PrivateKeys.firstPair(Pem.blocks(pem)).orElseThrow();

        assertThat(
                        RequestNames.ofKey(
                                keys.getPublic(),
                                new Subject("system:node:a", List.of("system:nodes")),
                                List.of("digital signature", "client auth")))
                .isEqualTo("node-csr-YR_ItCH32ETpJ4w88kun21izvGKJ6g8dBmPh8ae4f7U");
    }

    @Test
    void anRsaKeyMayEncipher() {
        memory.keepPendingKey(Keys.make(Keys.Kind.RSA));

        assertThat(ask(KeeperSettings.clientOnce()).object().getSpec().getUsagesList())
                .containsExactly("digital signature", "client auth", "key encipherment");
        assertThat(Purpose.SERVING.usages("RSA"))
                .containsExactly("digital signature", "key encipherment", "server auth");
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource({
        "Approved, true, Approved",
        "Approved, false, Refused",
        "Denied, true, Refused",
        "Failed, true, Refused",
        "Other, true, Undecided",
    })
    void whatTheClusterSaysIsRead(String condition, boolean same, String answer) {
        var request =
                CertificateSigningRequest.newBuilder()
                        .setMetadata(ObjectMeta.newBuilder().setUid("u"))
                        .setStatus(
                                CertificateSigningRequestStatus.newBuilder()
                                        .addConditions(
                                                CertificateSigningRequestCondition.newBuilder()
                                                        .setType(condition)
                                                        .setReason("Why")
                                                        .setMessage("because")))
                        .build();

        assertThat(SigningAnswer.of(request, same ? "u" : "v").getClass().getSimpleName())
                .isEqualTo(answer);
    }

    @ParameterizedTest(name = "{0} min missing, exit after {1}, server answers {2}: {3}")
    @CsvSource({
        "4, 5, true, GO_ON",
        "5, 5, true, GO_ON",
        "6, 5, true, EXIT",
        "6, 5, false, TELL",
        "600, -1, true, GO_ON",
    })
    void aLostCertificateEndsTheProcessOnlyWhileTheServerAnswers(
            int missing, int exitAfter, boolean answers, LostCertificatePolicy.Verdict verdict) {
        var limit =
                exitAfter < 0
                        ? Optional.<Duration>empty()
                        : Optional.of(Duration.ofMinutes(exitAfter));

        assertThat(LostCertificatePolicy.verdict(Duration.ofMinutes(missing), limit, answers))
                .isEqualTo(verdict);
    }
}
