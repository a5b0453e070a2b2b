package io.jubelet.app.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.client.ApiSettings;
import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import io.jubelet.client.kubeconfig.KubeconfigException;
import io.jubelet.client.kubeconfig.KubeconfigReader;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import io.jubelet.pki.SigningRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Upstream: pkg/kubelet/certificate/bootstrap TestLoadClientConfig. Nobody listens at the server's
/// address.
final class ClientIdentityTest {
    private static final String SERVER = "https://127.0.0.1:1";

    private @TempDir Path folder;

    private Path kubeconfig() {
        return folder.resolve("kubelet.conf");
    }

    private Path bootstrapFile() throws IOException {
        return Files.writeString(folder.resolve("bootstrap.conf"), config("token: a.b"));
    }

    private static String config(String user) {
        return """
        apiVersion: v1
        kind: Config
        current-context: c
        clusters: [{name: c, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
        contexts: [{name: c, context: {cluster: c, user: u}}]
        users: [{name: u, user: {%s}}]
        """
                .formatted(SERVER, user);
    }

    private String certificateUser(Duration left) throws IOException {
        var now = InstantSource.system().instant();
        var until = now.plus(left);
        var from = until.minus(Duration.ofDays(2));
        var keys = Keys.make(Keys.Kind.EC);
        var asked = SigningRequest.make(keys, Subject.named("a"), AlternativeNames.NONE);
        var authority = new Authority("ca", from, until);
        var own =
                new CertifiedKey(
                        keys.getPrivate(), List.of(authority.sign(asked, from, until, List.of())));
        var file = Files.writeString(folder.resolve("own.pem"), own.pem());
        return "client-certificate: " + file + ", client-key: " + file;
    }

    private ClientIdentity.Opened open(Optional<Path> bootstrap, boolean rotate) {
        return ClientIdentity.open(
                new IdentitySettings(
                        "node-1", kubeconfig(), bootstrap, folder.resolve("pki"), rotate),
                ApiSettings.of(
                        "kubelet/test",
                        ApiSettings.PROTOBUF,
                        Rate.UNLIMITED,
                        Rate.UNLIMITED,
                        Duration.ofSeconds(10)),
                new SystemExecution(),
                new HostCalls(HostCalls.Limits.DEFAULT),
                reason -> {});
    }

    @Test
    void bootstrapPathIsEmpty() throws IOException {
        assertThatThrownBy(() -> open(Optional.empty(), true))
                .isInstanceOf(KubeconfigException.class);

        Files.writeString(kubeconfig(), config(certificateUser(Duration.ofDays(1))));
        assertThat(open(Optional.empty(), true).keeper().orElseThrow().current()).isPresent();
        assertThat(open(Optional.empty(), false).keeper()).isEmpty();
    }

    @Test
    void bootstrapPathIsSetAndTheContentsOfKubeconfigPathAreValid() throws IOException {
        var text = config(certificateUser(Duration.ofDays(1)));
        Files.writeString(kubeconfig(), text);

        var opened = open(Optional.of(bootstrapFile()), true);

        assertThat(opened.keeper().orElseThrow().current()).isPresent();
        assertThat(kubeconfig()).hasContent(text);
    }

    @Test
    void bootstrapPathIsSetAndTheContentsOfKubeconfigPathAreNotValid() throws IOException {
        Files.writeString(kubeconfig(), config(certificateUser(Duration.ofDays(-1))));

        var opened = open(Optional.of(bootstrapFile()), true);

        var written = KubeconfigReader.read(kubeconfig());
        var current = folder.resolve("pki/kubelet-client-current.pem");
        assertThat(written.server().address()).isEqualTo(SERVER);
        assertThat(written.server().insecureSkipTlsVerify()).isTrue();
        assertThat(written.user().certificate()).contains(new Material.InFile(current));
        assertThat(written.user().key()).contains(new Material.InFile(current));
        assertThat(written.user().token()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig())))
                .isEqualTo("rw-------");
        assertThatThrownBy(
                        () ->
                                opened.cluster()
                                        .api()
                                        .list(ApiResource.PODS, Selection.ALL, Staleness.ANY))
                .isInstanceOf(ApiCallException.class)
                .hasMessageContaining("CertificateRequestFailed");
    }
}
