package io.jubelet.e2e.cluster;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Json;
import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateFiles;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How a node of the cluster logs in: the files it has for that, and its requests for certificates.
///
/// Thread: the test's.
final class NodeCertificates {
    private final ClusterNode node;

    NodeCertificates(ClusterNode node) {
        this.node = node;
    }

    ClusterNode bootstrapped() {
        return node.flags(
                "--kubeconfig",
                kubeconfig().toString(),
                "--bootstrap-kubeconfig",
                node.plane().bootstrapKubeconfig());
    }

    Path kubeconfig() {
        return node.kubelet().home().resolve("kubeconfig");
    }

    Path current(String purpose) {
        return node.kubelet().home().resolve("pki").resolve("kubelet-" + purpose + "-current.pem");
    }

    CertifiedKey client() {
        return of("client");
    }

    CertifiedKey of(String purpose) {
        return CertificateFiles.keyPair(current(purpose), current(purpose));
    }

    List<String> files() {
        return Folders.names(node.kubelet().home().resolve("pki")).stream()
                .filter(name -> name.startsWith("kubelet-client-2"))
                .toList();
    }

    List<Json> requests(String signer) {
        return node.list("csr").stream()
                .filter(request -> request.text("spec", "signerName").equals(signer))
                .toList();
    }

    List<Json> awaitRequests(String signer, int count) {
        return Await.that(
                count + " requests for " + signer,
                Duration.ofSeconds(60),
                () -> requests(signer),
                found -> found.size() >= count);
    }

    String asNode(String... arguments) {
        return node.plane()
                .kubectl("--kubeconfig", kubeconfig().toString())
                .and(arguments)
                .succeed()
                .out();
    }

    /// Whether the controllers may approve what comes with the token.
    void approvedByController(boolean allowed) {
        if (!allowed) {
            node.kubectl("delete", "clusterrolebinding", "rig-approve");
        } else if (node.kubectl("get", "clusterrolebinding", "rig-approve", "--ignore-not-found")
                .isBlank()) {
            node.kubectl(
                    "create",
                    "clusterrolebinding",
                    "rig-approve",
                    "--clusterrole=system:certificates.k8s.io:certificatesigningrequests"
                            + ":nodeclient",
                    "--group=system:bootstrappers:rig");
        }
    }

    /// A kubeconfig with a certificate of an authority that the cluster does not know.
    void give(Instant notAfter) {
        var begin = Instant.now().minus(Duration.ofDays(2));
        var authority = new Authority("stranger", begin, begin.plus(Duration.ofDays(9)));
        var keys = Keys.make(Keys.Kind.EC);
        var certificate =
                authority.issue(
                        new CertificateRequest(
                                new Subject(
                                        "system:node:" + ClusterNode.NODE, List.of("system:nodes")),
                                keys.getPublic(),
                                begin,
                                notAfter,
                                false,
                                List.of(CertificateRequest.CLIENT_AUTH),
                                AlternativeNames.NONE));
        var file = node.kubelet().home().resolve("given.pem");
        Folders.write(file, new CertifiedKey(keys.getPrivate(), List.of(certificate)).pem());
        var text =
                Folders.text(Path.of(node.plane().nodeKubeconfig()))
                        .replaceAll("client-certificate: [^,]*", "client-certificate: " + file)
                        .replaceAll("client-key: [^}]*", "client-key: " + file);
        Folders.write(kubeconfig(), text);
    }
}
