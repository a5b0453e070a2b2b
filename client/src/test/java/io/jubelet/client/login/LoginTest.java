package io.jubelet.client.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.client.testing.TestTime;
import io.jubelet.client.testing.TestTls;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.log.Secret;
import io.jubelet.pki.Certificates;
import io.jubelet.pki.CertifiedKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginTest {
    private static final TestTls TLS = TestTls.honest();

    @TempDir private Path folder;
    private final TestTime time = TestTime.standing();

    private KubeconfigCredentials load(String user) throws IOException {
        return load("", user);
    }

    private KubeconfigCredentials load(String cluster, String user) throws IOException {
        var file = folder.resolve("kubeconfig");
        Files.writeString(
                file,
                """
                current-context: x
                contexts: [{name: x, context: {cluster: x, user: x}}]
                clusters: [{name: x, cluster: {server: "https://a"%s}}]
                users: [{name: x, user: {%s}}]
                """
                        .formatted(cluster, user));
        return KubeconfigCredentials.load(file, time);
    }

    private static String header(KubeconfigCredentials credentials) {
        return credentials.login().authorization().map(Secret::reveal).orElse("");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void nobody() throws IOException {
        assertThat(header(load(""))).isEmpty();
        assertThat(load("").certificates().current()).isEmpty();
        assertThat(load("").authorities()).isEmpty();
    }

    @Test
    void aToken() throws IOException {
        assertThat(header(load("token: abc"))).isEqualTo("Bearer abc");
    }

    @Test
    void aNameAndAPassword() throws IOException {
        assertThat(header(load("username: u, password: p"))).isEqualTo("Basic " + base64("u:p"));
    }

    @Test
    void aTokenFileIsReadAgainEveryMinuteAndWhenRefused() throws IOException {
        var file = folder.resolve("token");
        Files.writeString(file, "one\n");
        var credentials = load("tokenFile: token, token: other");
        assertThat(header(credentials)).isEqualTo("Bearer one");

        Files.writeString(file, "two");
        time.pass(Duration.ofSeconds(59));
        assertThat(header(credentials)).isEqualTo("Bearer one");
        time.pass(Duration.ofSeconds(1));
        assertThat(header(credentials)).isEqualTo("Bearer two");

        Files.writeString(file, "three");
        credentials.login().refused();
        assertThat(header(credentials)).isEqualTo("Bearer three");
    }

    @Test
    void aTokenFileThatGoesAwayLeavesTheLastToken() throws IOException {
        var file = folder.resolve("token");
        Files.writeString(file, "one");
        var credentials = load("tokenFile: token");
        assertThat(header(credentials)).isEqualTo("Bearer one");
        Files.delete(file);
        time.pass(Duration.ofHours(1));
        assertThat(header(credentials)).isEqualTo("Bearer one");
    }

    @Test
    void aTokenFileThatIsNotThereFailsTheCall() throws IOException {
        var credentials = load("tokenFile: token");
        assertThatThrownBy(() -> credentials.login().authorization())
                .isInstanceOf(ApiCallException.class)
                .hasMessage(
                        "cannot read the token in "
                                + folder.resolve("token")
                                + ": no such file or directory");
        Files.writeString(folder.resolve("token"), " \n");
        assertThatThrownBy(() -> credentials.login().authorization())
                .hasMessageEndingWith(": the file is empty");
        Files.writeString(folder.resolve("token"), "late");
        assertThat(header(credentials)).isEqualTo("Bearer late");
    }

    @Test
    void certificatesInTheFile() throws IOException {
        var me = TLS.client("me");
        var pem = base64(me.pem());
        var credentials =
                load(
                        ", certificate-authority-data: "
                                + base64(Certificates.pem(TLS.certificate())),
                        "client-certificate-data: " + pem + ", client-key-data: " + pem);
        assertThat(credentials.certificates().current().map(CertifiedKey::chain))
                .contains(me.chain());
        assertThat(credentials.authorities()).containsExactly(TLS.certificate());
    }

    private static void write(Path file, CertifiedKey pair) throws IOException {
        Files.writeString(file, pair.pem());
    }

    @Test
    void certificatesInFilesAreReadAgainWhenTheyChanged() throws IOException {
        var file = folder.resolve("me.pem");
        var first = TLS.client("first");
        var second = TLS.client("second-of-that-name");
        write(file, first);
        var certificates = load("client-certificate: me.pem, client-key: me.pem").certificates();
        assertThat(certificates.current().map(CertifiedKey::chain)).contains(first.chain());

        write(file, second);
        assertThat(certificates.current().map(CertifiedKey::chain)).contains(first.chain());
        time.pass(CertificateFilePair.PERIOD);
        assertThat(certificates.current().map(CertifiedKey::chain)).contains(second.chain());

        Files.writeString(file, "half a certif");
        time.pass(CertificateFilePair.PERIOD);
        assertThat(certificates.current().map(CertifiedKey::chain)).contains(second.chain());
        Files.delete(file);
        time.pass(CertificateFilePair.PERIOD);
        assertThat(certificates.current().map(CertifiedKey::chain)).contains(second.chain());
    }

    @Test
    void theKeepersCertificatesCountWhereThereIsOne() throws IOException {
        var kept = ClientCertificateSource.fixed(Optional.of(TLS.client("kept")));
        var credentials = load("").withCertificates(kept);
        assertThat(credentials.certificates()).isSameAs(kept);
    }

    @Test
    void aBadFileIsOneLineThatNamesIt() throws IOException {
        var start = "invalid kubeconfig: " + folder.resolve("kubeconfig") + ": ";
        assertThatThrownBy(() -> load(", certificate-authority: ca.crt", ""))
                .hasMessage(
                        start
                                + "cannot read "
                                + folder.resolve("ca.crt")
                                + ": no such file or directory");
        Files.writeString(folder.resolve("ca.crt"), "hunter2");
        assertThatThrownBy(() -> load(", certificate-authority: ca.crt", ""))
                .hasMessageStartingWith(start)
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> load("client-certificate: c.pem, client-key: c.pem"))
                .hasMessageStartingWith(start)
                .hasMessageContaining("c.pem");
        Files.writeString(folder.resolve("c.pem"), Certificates.pem(TLS.certificate()));
        Files.writeString(folder.resolve("k.pem"), TLS.client("other").pem());
        assertThatThrownBy(() -> load("client-certificate: c.pem, client-key: k.pem"))
                .hasMessageContaining(" is not for the key in ")
                .hasMessageNotContaining("BEGIN");
    }

    @Test
    void noSecretIsInItsText() throws IOException {
        Files.writeString(folder.resolve("token"), "hunter2");
        var byFile = load("tokenFile: token");
        assertThat(header(byFile)).isEqualTo("Bearer hunter2");
        assertThat(byFile.toString()).doesNotContain("hunter2");
        assertThat(load("token: hunter2").toString()).doesNotContain("hunter2");
        assertThat(load("username: u, password: hunter2").toString()).doesNotContain("hunter2");
    }
}
