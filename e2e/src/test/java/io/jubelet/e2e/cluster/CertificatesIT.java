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
    private final NodeCertificates certificates;

    CertificatesIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig, ControlPlane.Kind.SHORT_CERTIFICATES);
        certificates = new NodeCertificates(node);
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
        certificates.approvedByController(true);
    }

    @Test
    void aNodeWithNothingButATokenBecomesReady() {
        certificates.bootstrapped().start();

        var request = certificates.requests(CLIENT).getFirst();
        assertThat(request.text("spec", "username")).startsWith("system:bootstrap:");
        assertThat(ClusterNode.condition(request, "Approved").text("message"))
                .startsWith("Auto approving");
        assertThat(certificates.client().certificate().getSubjectX500Principal().getName())
                .isEqualTo(SUBJECT);
        assertThat(Files.isSymbolicLink(certificates.current("client"))).isTrue();
        assertThat(Folders.text(certificates.kubeconfig()))
                .contains("client-certificate: " + certificates.current("client"))
                .doesNotContain("token");
        assertThat(
                        certificates.asNode(
                                "auth", "whoami", "-o", "jsonpath={.status.userInfo.username}"))
                .isEqualTo("system:node:" + ClusterNode.NODE);
    }

    @Test
    void aNodeThatHasItsCertificateNeedsTheTokenNoMore() {
        certificates.bootstrapped().start();
        var before = certificates.client();

        node.kubelet().kill();
        node.kubectl("delete", "node", ClusterNode.NODE);
        node.flags("--bootstrap-kubeconfig", "").start();

        assertThat(certificates.client()).isEqualTo(before);
        assertThat(certificates.requests(CLIENT)).hasSize(1);
    }

    @Test
    void aNodeThatDoesNotRenewGetsItsFirstCertificateAllTheSame() {
        node.with("rotateCertificates", "false");
        certificates.bootstrapped().start();

        assertThat(certificates.requests(CLIENT).getFirst().text("metadata", "name"))
                .startsWith("node-csr-");
        assertThat(Folders.text(certificates.kubeconfig()))
                .contains("client-certificate: " + certificates.current("client"));
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
        certificates.approvedByController(false);
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));

        certificates.bootstrapped().launch();
        node.kubelet().put(pod);
        var request = certificates.awaitRequests(CLIENT, 1).getFirst().text("metadata", "name");
        rig.running("static-" + ClusterNode.NODE, "main");
        node.kubelet().runFor(wait);

        assertThat(node.kubectl("get", "nodes", "-o", "name")).isEmpty();
        assertThat(certificates.requests(CLIENT)).hasSize(1);
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
        certificates.approvedByController(false);
        certificates.bootstrapped().launch();
        var denied = certificates.awaitRequests(CLIENT, 1).getFirst().text("metadata", "name");

        node.kubectl("certificate", "deny", denied);
        certificates.awaitRequests(CLIENT, 2);
        if (!ClusterNode.isGo()) {
            assertThat(logLines("No new certificate"))
                    .singleElement()
                    .asString()
                    .contains("CertificateRefused", denied, "KubectlDeny");
        }

        certificates.requests(CLIENT).stream()
                .map(request -> request.text("metadata", "name"))
                .filter(name -> !name.equals(denied))
                .forEach(name -> node.kubectl("certificate", "approve", name));
        node.awaitReady("True");
    }

    @Test
    void theServingCertificateComesByARequestThatSomebodyApproves() {
        node.with("serverTLSBootstrap", "true");
        certificates.bootstrapped().start();
        var request = certificates.awaitRequests(SERVING, 1).getFirst().text("metadata", "name");

        assertThat(served("/healthz").code()).isNotZero();
        node.kubectl("certificate", "approve", request);
        Await.until("the port to serve", () -> served("/healthz").out().equals("ok"));

        var certificate = certificates.of("server").certificate();
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo(SUBJECT);
        assertThat(Files.isSymbolicLink(certificates.current("server"))).isTrue();
        assertThat(certificates.requests(SERVING).getFirst().text("spec", "username"))
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
        certificates.give(Instant.now().minus(Duration.ofHours(1)));

        certificates.bootstrapped().start();

        assertThat(certificates.client().notAfter()).isAfter(Instant.now());
        assertThat(certificates.requests(CLIENT)).hasSize(1);
    }

    @Test
    @Tag("long")
    void withoutATokenAnExpiredCertificateEndsTheKubeletAfterFiveMinutes() throws Exception {
        certificates.give(Instant.now().minus(Duration.ofHours(1)));
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));
        var begin = Instant.now();

        node.flags("--kubeconfig", certificates.kubeconfig().toString()).launch();
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
        certificates.give(Instant.now().plus(Duration.ofHours(1)));
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));

        node.flags("--kubeconfig", certificates.kubeconfig().toString()).launch();
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
        Folders.write(certificates.kubeconfig(), text);
        var pod = Manifest.of("static", Manifest.serve("certificates-static"));

        node.flags("--kubeconfig", certificates.kubeconfig().toString()).launch();
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
        certificates.bootstrapped().start();
        var process = node.kubelet().process().pid();
        var leases = new LeaseGaps();

        Await.that(
                "three renewals",
                Duration.ofMinutes(10),
                () -> {
                    leases.look();
                    return certificates.files();
                },
                files -> files.size() > ROTATIONS);
        for (int looks = 0; looks < 30; looks++) {
            leases.look();
            node.kubelet().runFor(Duration.ofSeconds(1));
        }

        System.out.printf(
                "certificates: %s%nlongest gap between leases: %d ms of %d%n",
                certificates.files(), leases.longest.toMillis(), leases.count);
        assertThat(node.kubelet().process().pid()).isEqualTo(process);
        assertThat(leases.longest).isLessThanOrEqualTo(LONGEST_LEASE_GAP);
        assertThat(leases.count).isGreaterThan(ROTATIONS);
        assertThat(ClusterNode.condition(node.node(), "Ready").text("status")).isEqualTo("True");
        assertThat(certificates.requests(CLIENT)).hasSizeGreaterThan(ROTATIONS);
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
