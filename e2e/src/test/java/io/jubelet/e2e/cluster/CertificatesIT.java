package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.ControlPlane;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.NodeClient;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateFiles;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// How a node comes to its certificates and keeps them: from a token, by approval, through denial,
/// renewal and loss. Certificates of this control plane end after three minutes.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class CertificatesIT {
    private static final String CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
    private static final String SERVING = "kubernetes.io/kubelet-serving";
    private static final String SUBJECT = "CN=system:node:" + ClusterNode.NODE + ",O=system:nodes";
    private static final Duration LONGEST_LEASE_GAP = Duration.ofSeconds(12);
    private static final int ROTATIONS = 3;

    private final Rig rig;
    @RegisterExtension final ClusterNode node;

    CertificatesIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig, ControlPlane.Kind.SHORT_CERTIFICATES);
    }

    @BeforeEach
    void openToAll() {
        node.kubectl("delete", "csr", "--all");
        node.with("address", "0.0.0.0")
                .with("rotateCertificates", "true")
                .with("authentication", "{anonymous: {enabled: true}, webhook: {enabled: false}}")
                .with("authorization", "{mode: AlwaysAllow}");
    }

    @AfterEach
    void approveAgain() {
        approveByController(true);
    }

    @Test
    void aNodeWithNothingButATokenBecomesReady() {
        bootstrapped().start();

        var request = requests(CLIENT).getFirst();
        assertThat(request.text("spec", "username")).startsWith("system:bootstrap:");
        assertThat(ClusterNode.condition(request, "Approved").text("message"))
                .startsWith("Auto approving");
        assertThat(clientCertificate().certificate().getSubjectX500Principal().getName())
                .isEqualTo(SUBJECT);
        assertThat(Files.isSymbolicLink(current("client"))).isTrue();
        assertThat(Folders.text(kubeconfig()))
                .contains("client-certificate: " + current("client"))
                .doesNotContain("token");
        assertThat(asNode("auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
                .isEqualTo("system:node:" + ClusterNode.NODE);
    }

    @Test
    void aNodeThatHasItsCertificateNeedsTheTokenNoMore() {
        bootstrapped().start();
        var before = clientCertificate();

        node.kubelet().kill();
        node.kubectl("delete", "node", ClusterNode.NODE);
        node.flags("--bootstrap-kubeconfig", "").start();

        assertThat(clientCertificate()).isEqualTo(before);
        assertThat(requests(CLIENT)).hasSize(1);
    }

    @Test
    void aNodeThatDoesNotRenewGetsItsFirstCertificateAllTheSame() {
        node.with("rotateCertificates", "false");
        bootstrapped().start();

        assertThat(requests(CLIENT).getFirst().text("metadata", "name")).startsWith("node-csr-");
        assertThat(Folders.text(kubeconfig())).contains("client-certificate: " + current("client"));
    }

    @Test
    void staticPodsRunWhileARequestWaitsToBeApprovedByHand() {
        approvalByHandAfter(Duration.ofSeconds(3));
    }

    @Test
    @Tag("long")
    void aRequestIsApprovedByHandAfterAMinute() {
        approvalByHandAfter(Duration.ofSeconds(60));
    }

    private void approvalByHandAfter(Duration wait) {
        approveByController(false);
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));

        bootstrapped().launch();
        node.kubelet().put(pod);
        var request = awaitRequests(CLIENT, 1).getFirst().text("metadata", "name");
        rig.running("static-" + ClusterNode.NODE, "main");
        node.kubelet().runFor(wait);

        assertThat(node.kubectl("get", "nodes", "-o", "name")).isEmpty();
        assertThat(requests(CLIENT)).hasSize(1);
        if (!ClusterNode.isGo()) {
            var waits = certificateWaits("client").getFirst();
            assertThat(waits.text("reason")).isEqualTo("CertificateNotApproved");
            assertThat(waits.text("message")).contains(request, CLIENT);
            assertThat(waits.text("unblockedBy"))
                    .isEqualTo("kubectl certificate approve " + request);
        }

        node.kubectl("certificate", "approve", request);
        node.awaitReady("True");
        Await.that(
                "the copy of the static pod",
                () -> node.kubectl("-n", "default", "get", "pods", "-o", "name"),
                ("pod/static-" + ClusterNode.NODE + "\n")::equals);
        if (!ClusterNode.isGo()) {
            assertThat(certificateWaits("client")).isEmpty();
        }
    }

    @Test
    void aDeniedRequestIsSaidAndFollowedByAnother() {
        approveByController(false);
        bootstrapped().launch();
        var denied = awaitRequests(CLIENT, 1).getFirst().text("metadata", "name");

        node.kubectl("certificate", "deny", denied);
        awaitRequests(CLIENT, 2);
        if (!ClusterNode.isGo()) {
            assertThat(logLines("No new certificate"))
                    .singleElement()
                    .asString()
                    .contains("CertificateRefused", denied, "KubectlDeny");
        }

        requests(CLIENT).stream()
                .map(request -> request.text("metadata", "name"))
                .filter(name -> !name.equals(denied))
                .forEach(name -> node.kubectl("certificate", "approve", name));
        node.awaitReady("True");
    }

    @Test
    void theServingCertificateComesByARequestThatSomebodyApproves() {
        node.with("serverTLSBootstrap", "true");
        bootstrapped().start();
        var request = awaitRequests(SERVING, 1).getFirst().text("metadata", "name");

        assertThat(served("/healthz").code()).isNotZero();
        node.kubectl("certificate", "approve", request);
        Await.until("the port to serve", () -> served("/healthz").out().equals("ok"));

        var certificate = certificate("server").certificate();
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo(SUBJECT);
        assertThat(Files.isSymbolicLink(current("server"))).isTrue();
        assertThat(requests(SERVING).getFirst().text("spec", "username"))
                .isEqualTo("system:node:" + ClusterNode.NODE);
        assertThat(served("/metrics").out().lines())
                .anyMatch(line -> line.startsWith("kubelet_certificate_manager_server_ttl_seconds"))
                .anyMatch(
                        line -> line.startsWith("kubelet_certificate_manager_client_ttl_seconds"));
        if (!ClusterNode.isGo()) {
            assertThat(certificateWaits("server")).isEmpty();
        }
    }

    @Test
    void anExpiredCertificateIsReplacedByMeansOfTheToken() {
        giveCertificate(Instant.now().minus(Duration.ofHours(1)));

        bootstrapped().start();

        assertThat(clientCertificate().notAfter()).isAfter(Instant.now());
        assertThat(requests(CLIENT)).hasSize(1);
    }

    @Test
    @Tag("long")
    void withoutATokenAnExpiredCertificateEndsTheKubeletAfterFiveMinutes() throws Exception {
        giveCertificate(Instant.now().minus(Duration.ofHours(1)));
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));
        var begin = Instant.now();

        node.flags("--kubeconfig", kubeconfig().toString()).launch();
        node.kubelet().put(pod);
        rig.running("static-" + ClusterNode.NODE, "main");

        assertThat(node.kubelet().process().waitFor(8, TimeUnit.MINUTES)).isTrue();
        assertThat(node.kubelet().process().exitValue()).isEqualTo(1);
        assertThat(Duration.between(begin, Instant.now())).isGreaterThan(Duration.ofMinutes(5));
        assertThat(logLines("No valid client certificate is found and the server is responsive"))
                .hasSize(1);
    }

    @Test
    void aCertificateThatTheServerDoesNotTakeIsOneClearLineAndStaticPodsRun() {
        node.oursAlone("the Go kubelet says it with every call");
        giveCertificate(Instant.now().plus(Duration.ofHours(1)));
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));

        node.flags("--kubeconfig", kubeconfig().toString()).launch();
        node.kubelet().put(pod);
        rig.running("static-" + ClusterNode.NODE, "main");

        Await.until("the refusal to be told", () -> !logLines("Unauthorized").isEmpty());
        node.kubelet().runFor(Duration.ofSeconds(5));
        assertThat(logLines("Unauthorized").stream().map(CertificatesIT::words).distinct())
                .hasSameSizeAs(logLines("Unauthorized"));
        assertThat(node.kubectl("get", "nodes", "-o", "name")).isEmpty();
    }

    @Test
    void aServerOfAnotherAuthorityIsOneClearLineAndStaticPodsRun() {
        node.oursAlone("the Go kubelet says it with every call");
        var other = Path.of(node.plane().authority()).resolveSibling("front-proxy-ca.crt");
        var text =
                Folders.text(Path.of(node.plane().nodeKubeconfig()))
                        .replace(node.plane().authority(), other.toString());
        write(kubeconfig(), text);
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));

        node.flags("--kubeconfig", kubeconfig().toString()).launch();
        node.kubelet().put(pod);
        rig.running("static-" + ClusterNode.NODE, "main");

        Await.until(
                "the reason to be told",
                () -> !logLines("authority that is unknown here").isEmpty());
        node.kubelet().runFor(Duration.ofSeconds(5));
        assertThat(
                        logLines("authority that is unknown here").stream()
                                .map(CertificatesIT::words)
                                .distinct())
                .hasSameSizeAs(logLines("authority that is unknown here"));
        assertThat(node.kubectl("get", "nodes", "-o", "name")).isEmpty();
    }

    /// Renewed at 70 to 90 % of eight minutes, five of which lie before the signing.
    @Test
    @Tag("long")
    @Timeout(value = 12, unit = TimeUnit.MINUTES)
    void threeRenewalsInOneProcessAndTheLeaseIsNeverLate() {
        node.with("serverTLSBootstrap", "false");
        bootstrapped().start();
        var process = node.kubelet().process().pid();
        var leases = new LeaseGaps();

        Await.that(
                "three renewals",
                Duration.ofMinutes(10),
                () -> {
                    leases.look();
                    return certificateFiles();
                },
                files -> files.size() > ROTATIONS);
        for (int looks = 0; looks < 30; looks++) {
            leases.look();
            node.kubelet().runFor(Duration.ofSeconds(1));
        }

        System.out.printf(
                "certificates: %s%nlongest gap between leases: %d ms of %d%n",
                certificateFiles(), leases.longest.toMillis(), leases.count);
        assertThat(node.kubelet().process().pid()).isEqualTo(process);
        assertThat(leases.longest).isLessThanOrEqualTo(LONGEST_LEASE_GAP);
        assertThat(leases.count).isGreaterThan(ROTATIONS);
        assertThat(ClusterNode.condition(node.node(), "Ready").text("status")).isEqualTo("True");
        assertThat(requests(CLIENT)).hasSizeGreaterThan(ROTATIONS);
        assertThat(node.kubectl("get", "events", "-A", "--field-selector", "reason=NodeNotReady"))
                .isEmpty();
    }

    /// What the lease's times of renewal are apart at most.
    private final class LeaseGaps {
        private Duration longest = Duration.ZERO;
        private Instant last = Instant.MAX;
        private int count;

        void look() {
            var renewed =
                    Instant.parse(
                            node.kubectl(
                                    "-n",
                                    "kube-node-lease",
                                    "get",
                                    "lease",
                                    ClusterNode.NODE,
                                    "-o",
                                    "jsonpath={.spec.renewTime}"));
            if (renewed.isAfter(last)) {
                count++;
                var gap = Duration.between(last, renewed);
                longest = gap.compareTo(longest) > 0 ? gap : longest;
            }
            last = renewed;
        }
    }

    private ClusterNode bootstrapped() {
        return node.flags(
                "--kubeconfig",
                kubeconfig().toString(),
                "--bootstrap-kubeconfig",
                node.plane().bootstrapKubeconfig());
    }

    private Path kubeconfig() {
        return node.kubelet().home().resolve("kubeconfig");
    }

    private Path current(String purpose) {
        return node.kubelet().home().resolve("pki").resolve("kubelet-" + purpose + "-current.pem");
    }

    private CertifiedKey clientCertificate() {
        return certificate("client");
    }

    private CertifiedKey certificate(String purpose) {
        return CertificateFiles.keyPair(current(purpose), current(purpose));
    }

    private List<String> certificateFiles() {
        return Folders.names(node.kubelet().home().resolve("pki")).stream()
                .filter(name -> name.startsWith("kubelet-client-2"))
                .toList();
    }

    private List<Json> requests(String signer) {
        return node.list("csr").stream()
                .filter(request -> request.text("spec", "signerName").equals(signer))
                .toList();
    }

    private List<Json> awaitRequests(String signer, int count) {
        return Await.that(
                count + " requests for " + signer,
                Duration.ofSeconds(60),
                () -> requests(signer),
                found -> found.size() >= count);
    }

    private List<Json> certificateWaits(String name) {
        return Json.parse(NodeClient.read(node.kubelet().url("/jubelet/waits")))
                .items("certificates")
                .stream()
                .filter(certificate -> certificate.text("name").equals(name))
                .flatMap(certificate -> certificate.items("waits").stream())
                .toList();
    }

    /// Asks the node's port as one who trusts the cluster's authority alone.
    private Command.Outcome served(String path) {
        return Command.of("curl", "-sS", "--noproxy", "*", "--max-time", "5")
                .and("--cacert", node.plane().authority())
                .and(
                        "https://%s:%s%s"
                                .formatted(
                                        node.plane().nodeAddress(),
                                        node.kubelet().config().field("port"),
                                        path))
                .run();
    }

    private String asNode(String... arguments) {
        return node.plane()
                .kubectl("--kubeconfig", kubeconfig().toString())
                .and(arguments)
                .succeed()
                .out();
    }

    /// Whether the controllers may approve what comes with the token.
    private void approveByController(boolean allowed) {
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
    private void giveCertificate(Instant notAfter) {
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
        write(file, new CertifiedKey(keys.getPrivate(), List.of(certificate)).pem());
        var text =
                Folders.text(Path.of(node.plane().nodeKubeconfig()))
                        .replaceAll("client-certificate: [^,]*", "client-certificate: " + file)
                        .replaceAll("client-key: [^}]*", "client-key: " + file);
        write(kubeconfig(), text);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private List<String> logLines(String part) {
        return Folders.text(node.kubelet().log())
                .lines()
                .filter(line -> line.contains(part))
                .toList();
    }

    /// A line of the log without when and where.
    private static String words(String line) {
        return line.substring(line.indexOf(']') + 1)
                .chars()
                .filter(character -> !Character.isDigit(character))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
