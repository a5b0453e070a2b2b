package io.jubelet.client.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jubelet.client.kubeconfig.KubeconfigReader;
import io.jubelet.client.testing.TestTime;
import io.jubelet.client.testing.TestTls;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.log.Secret;
import io.jubelet.pki.CertifiedKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plugins are real programs here: scripts of a line or two.
class PluginLoginTest {
    private static final String V1 = "client.authentication.k8s.io/v1";

    @TempDir private Path folder;
    private final TestTime time = TestTime.standing();

    /// A plugin that counts its runs in a file and prints `answer`.
    private PluginLogin plugin(String version, String answer) throws IOException {
        return script(version, "echo x >> %s/runs\ncat <<'END'\n%s\nEND".formatted(folder, answer));
    }

    private PluginLogin script(String version, String body) throws IOException {
        var program = folder.resolve("login");
        Files.writeString(program, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return login(version);
    }

    private PluginLogin login(String version) throws IOException {
        var file = folder.resolve("kubeconfig");
        Files.writeString(
                file,
                """
                current-context: x
                contexts: [{name: x, context: {cluster: x, user: x}}]
                clusters: [{name: x, cluster: {server: "https://a", tls-server-name: name}}]
                users:
                - name: x
                  user:
                    exec:
                      apiVersion: %s
                      command: ./login
                      args: [one, two]
                      env: [{name: GREETING, value: hello}]
                      interactiveMode: IfAvailable
                      provideClusterInfo: true
                """
                        .formatted(version));
        var kubeconfig = KubeconfigReader.read(file);
        return new PluginLogin(kubeconfig, kubeconfig.user().plugin().orElseThrow(), time);
    }

    private static String token(String token, String expires) {
        return """
        {"apiVersion": "%s", "kind": "ExecCredential",
         "status": {"token": "%s", "expirationTimestamp": "%s"}}
        """
                .formatted(V1, token, expires);
    }

    private long runs() throws IOException {
        return Files.readString(folder.resolve("runs")).lines().count();
    }

    private static String header(PluginLogin login) {
        return login.authorization().map(Secret::reveal).orElse("");
    }

    @ParameterizedTest
    @ValueSource(strings = {V1, "client.authentication.k8s.io/v1beta1"})
    void itsTokenIsUsed(String version) throws IOException {
        var login = plugin(version, token("abc", "2030-01-01T00:00:00Z").replace(V1, version));
        assertThat(header(login)).isEqualTo("Bearer abc");
        assertThat(login.current()).isEmpty();
        assertThat(login.toString()).doesNotContain("abc");
    }

    @Test
    void itIsAskedAgainOnlyWhenTheAnswerExpiresOrIsRefused() throws IOException {
        var login = plugin(V1, token("abc", "2026-01-01T01:00:00Z"));
        for (var i = 0; i < 5; i++) {
            header(login);
        }
        time.pass(Duration.ofMinutes(59));
        header(login);
        assertThat(runs()).isEqualTo(1);
        time.pass(Duration.ofMinutes(1));
        header(login);
        assertThat(runs()).isEqualTo(2);

        var other = plugin(V1, token("abc", "2126-01-01T01:00:00+02:00"));
        header(other);
        assertThat(runs()).isEqualTo(3);
        other.refused();
        header(other);
        header(other);
        assertThat(runs()).isEqualTo(4);
    }

    @Test
    void itsCertificateIsUsedAndANewOneIsToldOf() throws IOException {
        var tls = TestTls.honest();
        var first = tls.client("first");
        var second = tls.client("second");
        var answer =
                """
                {"apiVersion": "%s", "kind": "ExecCredential", "status": {
                 "clientCertificateData": "%s", "clientKeyData": "%s",
                 "expirationTimestamp": "%s"}}
                """;
        var pem = first.pem().replace("\n", "\\n");
        var login = plugin(V1, answer.formatted(V1, pem, pem, "2026-01-01T01:00:00Z"));
        var told = new AtomicInteger();
        login.onChange(told::incrementAndGet);
        assertThat(login.current().map(CertifiedKey::chain)).contains(first.chain());
        assertThat(login.authorization()).isEmpty();
        assertThat(told).hasValue(0);

        var renewed = second.pem().replace("\n", "\\n");
        plugin(V1, answer.formatted(V1, renewed, renewed, "2027-01-01T01:00:00Z"));
        time.pass(Duration.ofHours(1));
        assertThat(login.current().map(CertifiedKey::chain)).contains(second.chain());
        assertThat(told).hasValue(1);
    }

    @Test
    void itIsToldWhatItNeedsToKnow() throws IOException {
        var login =
                script(
                        V1,
                        "echo \"$GREETING $*\" > %1$s/seen; echo \"$KUBERNETES_EXEC_INFO\" >> %1$s/seen\n"
                                        .formatted(folder)
                                + "cat <<'END'\n"
                                + token("t", "2030-01-01T00:00:00Z")
                                + "END");
        header(login);
        assertThat(Files.readString(folder.resolve("seen")))
                .isEqualTo(
                        """
                        hello one two
                        {"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",\
                        "spec":{"cluster":{"server":"https://a",\
                        "tls-server-name":"name"},"interactive":false}}
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exit 3 | exit code 3",
                "true | it printed no ExecCredential",
                "echo '{hunter2' | it printed no JSON that can be read",
                "echo hunter2 | it printed no ExecCredential",
                "echo '{\"apiVersion\":\"v9\"}' | it answered in \"v9\" and not in " + V1,
                "echo '{\"apiVersion\":\"" + V1 + "\"}' | its answer has no status",
                "echo '{\"apiVersion\":\""
                        + V1
                        + "\",\"status\":{}}' | it gave neither a token nor"
                        + " a certificate",
                "echo '{\"apiVersion\":\""
                        + V1
                        + "\",\"status\":{\"token\":\"hunter2\","
                        + "\"expirationTimestamp\":\"soon\"}}' | its expirationTimestamp is no time",
                "echo '{\"apiVersion\":\""
                        + V1
                        + "\",\"status\":{\"clientKeyData\":\"hunter2\"}}' |"
                        + " it gave a certificate without a key, or a key without a certificate",
                "head -c 3000000 /dev/zero | it printed more than 1048576 bytes"
            })
    void aBadAnswerIsOneLineWithoutSecrets(String body, String message) throws IOException {
        var login = script(V1, body);
        var failure = catchThrowableOfType(ApiCallException.class, () -> header(login));
        assertThat(failure.code()).isEqualTo(Code.UNREACHABLE);
        assertThat(failure)
                .hasMessage(
                        "getting credentials: exec: executable "
                                + folder.resolve("./login")
                                + " failed: "
                                + message);
    }

    @Test
    void aProgramThatIsNotThereIsSaidPlainly() throws IOException {
        var login = login(V1);
        var failure = catchThrowableOfType(ApiCallException.class, () -> header(login));
        assertThat(failure.reason())
                .startsWith("getting credentials: exec: executable ")
                .contains(" failed: ")
                .contains("No such file or directory");
    }
}
