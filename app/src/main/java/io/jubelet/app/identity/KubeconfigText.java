package io.jubelet.app.identity;

import io.jubelet.client.kubeconfig.Kubeconfig;
import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// The kubeconfig of a node that was bootstrapped: the cluster of the bootstrap kubeconfig, and the
/// certificate of the store.
///
/// Thread: stateless.
/// Upstream: pkg/kubelet/certificate/bootstrap writeKubeconfigFromBootstrapping.
final class KubeconfigText {
    private KubeconfigText() {}

    static String of(Kubeconfig bootstrap, Path certificate) {
        var server = bootstrap.server();
        return """
        apiVersion: v1
        clusters:
        - cluster:
        %s    server: %s
          name: default-cluster
        contexts:
        - context:
            cluster: default-cluster
            namespace: default
            user: default-auth
          name: default-context
        current-context: default-context
        kind: Config
        users:
        - name: default-auth
          user:
            client-certificate: %s
            client-key: %s
        """
                .formatted(
                        authority(server.authority())
                                + (server.insecureSkipTlsVerify()
                                        ? "    insecure-skip-tls-verify: true\n"
                                        : ""),
                        server.address(),
                        certificate,
                        certificate);
    }

    private static String authority(Optional<Material> authority) {
        return authority.map(KubeconfigText::line).orElse("");
    }

    private static String line(Material authority) {
        return switch (authority) {
            case Material.InFile(Path file) -> "    certificate-authority: " + file + "\n";
            case Material.Inline(var pem) ->
                    "    certificate-authority-data: "
                            + Base64.getEncoder()
                                    .encodeToString(
                                            pem.reveal().getBytes(StandardCharsets.ISO_8859_1))
                            + "\n";
        };
    }
}
