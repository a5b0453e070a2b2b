package io.jubelet.client.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import io.jubelet.log.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigReaderTest {
    private static final String SECRET = "hunter2";

    @TempDir private Path folder;

    private Kubeconfig read(String text) {
        try {
            var file = folder.resolve("kubeconfig");
            Files.writeString(file, text);
            return KubeconfigReader.read(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String config(String cluster, String user) {
        return """
        apiVersion: v1
        kind: Config
        current-context: here
        contexts:
        - {name: elsewhere, context: {cluster: b, user: b}}
        - {name: here, context: {cluster: a, user: a}}
        clusters:
        - {name: b, cluster: {server: "https://b"}}
        - {name: a, cluster: {%s}}
        users:
        - {name: b, user: {}}
        - {name: a, user: {%s}}
        """
                .formatted(cluster, user);
    }

    private static String user(String user) {
        return config("server: \"https://a:6443\"", user);
    }

    @Test
    void theCurrentContextCounts() {
        var config =
                read(
                        config(
                                "server: \"https://a:6443\", tls-server-name: name,"
                                        + " insecure-skip-tls-verify: true",
                                "token: " + SECRET));
        assertThat(config.server().address()).isEqualTo("https://a:6443");
        assertThat(config.server().tlsServerName()).isEqualTo("name");
        assertThat(config.server().insecureSkipTlsVerify()).isTrue();
        assertThat(config.user().token().map(Secret::reveal)).contains(SECRET);
        assertThat(config.plain()).isFalse();
    }

    @Test
    void pathsCountFromTheFoldersOfTheFile() {
        var config =
                read(
                        config(
                                "server: \"https://a\", certificate-authority: pki/ca.crt",
                                "client-certificate: ../c.pem, client-key: /abs/k.pem,"
                                        + " tokenFile: t"));
        assertThat(config.server().authority())
                .contains(new Material.InFile(folder.resolve("pki/ca.crt")));
        assertThat(config.user().certificate())
                .contains(new Material.InFile(folder.resolve("../c.pem")));
        assertThat(config.user().key()).contains(new Material.InFile(Path.of("/abs/k.pem")));
        assertThat(config.user().tokenFile()).contains(folder.resolve("t"));
    }

    @Test
    void whatIsInTheFileWinsOverAnother() {
        var config =
                read(
                        config(
                                "server: \"https://a\", certificate-authority: ca.crt,"
                                        + " certificate-authority-data: aGVsbG8=",
                                ""));
        assertThat(config.server().authority())
                .hasValueSatisfying(
                        material ->
                                assertThat(((Material.Inline) material).pem().reveal())
                                        .isEqualTo("hello"));
    }

    @Test
    void base64MayBeBrokenIntoLines() {
        var config =
                read(
                        config(
                                "server: \"https://a\", certificate-authority-data: \"aGVs\\nbG8=\"",
                                ""));
        assertThat(config.server().authority()).isPresent();
    }

    @Test
    void aPluginIsReadWithAllThatItNeeds() {
        var config =
                read(
                        config(
                                "server: \"https://a\", extensions: [{name:"
                                        + " client.authentication.k8s.io/exec, extension: {x: 1}}]",
                                "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command:"
                                        + " bin/login, args: [a, b], env: [{name: K, value: "
                                        + SECRET
                                        + "}], provideClusterInfo: true, installHint: buy it}"));
        var plugin = config.user().plugin().orElseThrow();
        assertThat(plugin.command()).isEqualTo(folder.resolve("bin/login").toString());
        assertThat(plugin.arguments()).isEqualTo(List.of("a", "b"));
        assertThat(plugin.environment()).isEqualTo(Map.of("K", SECRET));
        assertThat(plugin.provideClusterInfo()).isTrue();
        assertThat(plugin.clusterInfo()).isEqualTo("{\"x\":1}");
    }

    @Test
    void aPluginWithoutASlashIsLookedForOnThePath() {
        var config =
                read(
                        user(
                                "exec: {apiVersion: client.authentication.k8s.io/v1, command:"
                                        + " login, interactiveMode: Never}"));
        assertThat(config.user().plugin().orElseThrow().command()).isEqualTo("login");
    }

    @Test
    void impersonationIsReadWhole() {
        var config =
                read(
                        user(
                                "as: jane, as-uid: \"7\", as-groups: [a, b],"
                                        + " as-user-extra: {k: [v, w]}"));
        var as = config.user().impersonation().orElseThrow();
        assertThat(as.user()).isEqualTo("jane");
        assertThat(as.uid()).isEqualTo("7");
        assertThat(as.groups()).isEqualTo(List.of("a", "b"));
        assertThat(as.extra()).isEqualTo(Map.of("k", List.of("v", "w")));
    }

    @Test
    void noSecretIsInItsText() {
        var config =
                read(
                        user(
                                "token: hunter2, client-certificate-data: aHVudGVyMg==,"
                                        + " client-key-data: aHVudGVyMg==, exec: {apiVersion:"
                                        + " client.authentication.k8s.io/v1, command: login, args:"
                                        + " [hunter2], env: [{name: K, value: hunter2}],"
                                        + " interactiveMode: Never}"));
        assertThat(config.toString()).doesNotContain(SECRET).doesNotContain("aHVudGVyMg");
        assertThat(read(user("username: u, password: hunter2")).toString()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "token: 12345 | users[1].user.token is number, not a string",
                "token: [hunter2] | users[1].user.token is array, not a string",
                "tokenFile: {a: hunter2} | users[1].user.tokenFile is object, not a string",
                "token: hunter2, password: x | users[1].user has a token and a password: only one"
                        + " of them can be meant",
                "client-key-data: aHVudGVyMg== | users[1].user needs both, a client certificate and"
                        + " its key, or neither",
                "client-key-data: '!hunter2!' | users[1].user.client-key-data is not base 64",
                "auth-provider: {name: oidc} | users[1].user.auth-provider: no such provider is"
                        + " built in; use exec",
                "exec: {command: x} | users[1].user.exec.apiVersion must be one of"
                        + " client.authentication.k8s.io/v1, client.authentication.k8s.io/v1beta1",
                "exec: {apiVersion: client.authentication.k8s.io/v1} | users[1].user.exec.command"
                        + " is missing",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: x} |"
                        + " users[1].user.exec.interactiveMode is missing",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: x, interactiveMode:"
                        + " Always} | users[1].user.exec.interactiveMode is Always, and nobody is"
                        + " there to ask",
                "as-groups: x, as: jane | users[1].user.as-groups is string, not a list"
            })
    void aBadUserIsOneLineWithoutSecrets(String user, String message) {
        var failure = catchThrowableOfType(KubeconfigException.class, () -> read(user(user)));
        assertThat(failure)
                .hasMessage("invalid kubeconfig: " + folder.resolve("kubeconfig") + ": " + message);
        assertThat(failure.toString()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | clusters[1].cluster.server must be an http or https address",
                "server: `ftp://a` | clusters[1].cluster.server must be an http or https address",
                "server: `https://a`, insecure-skip-tls-verify: 1 |"
                        + " clusters[1].cluster.insecure-skip-tls-verify is number, not a bool",
                "server: `https://a`, insecure-skip-tls-verify: true, certificate-authority: x |"
                        + " clusters[1].cluster has a certificate authority and"
                        + " insecure-skip-tls-verify: only one of them can be meant"
            })
    void aBadClusterIsOneLine(String cluster, String message) {
        assertThatThrownBy(() -> read(config(cluster.replace('`', '"'), "")))
                .hasMessage("invalid kubeconfig: " + folder.resolve("kubeconfig") + ": " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | the file is empty",
                "{} | there is no current-context",
                "current-context: x | there is no context named \"x\"",
                "current-context: x; contexts: [{name: x}] | contexts[0] has no context",
                "current-context: x; contexts: [{name: x, context: {}}] | the current context"
                        + " names no cluster",
                "current-context: x; contexts: [{name: x, context: {cluster: c}}] | there is no"
                        + " cluster named \"c\"",
                "current-context: x; contexts: [{name: x, context: {cluster: c, user: u}}]"
                        + "; clusters: [{name: c, cluster: {server: 'https://c'}}] | there is no user"
                        + " named \"u\"",
                "current-context: x; contexts: {} | contexts is object, not a list"
            })
    void aFileThatLeadsNowhereIsOneLine(String text, String message) {
        assertThatThrownBy(() -> read(text.replace("; ", "\n")))
                .hasMessage("invalid kubeconfig: " + folder.resolve("kubeconfig") + ": " + message);
    }

    @Test
    void aFileThatIsNotThere() {
        assertThatThrownBy(() -> KubeconfigReader.read(Path.of("/no/such/file")))
                .hasMessage("invalid kubeconfig: stat /no/such/file: no such file or directory");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"token: hunter2: x", "'{token: hunter2'", "token: &a hunter2 *a", "\"hunter2"})
    void aFileThatIsNoYamlShowsNothingOfIt(String text) {
        var failure = catchThrowableOfType(KubeconfigException.class, () -> read(text));
        assertThat(failure.getMessage())
                .startsWith("invalid kubeconfig: ")
                .contains(folder.toString())
                .doesNotContain(SECRET)
                .doesNotContain("\n");
    }
}
