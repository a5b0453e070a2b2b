package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The node registers itself, says what it is, and stays what others made of it.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class NodeObjectIT {
    private final Rig rig;
    @RegisterExtension final ClusterNode node;

    NodeObjectIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig);
    }

    @Test
    void aNewNodeSaysWhatItIs() {
        node.flags("--node-labels", "example.com/rack=r1").start();

        var object = node.node();
        assertThat(object.text("metadata", "labels", "kubernetes.io/hostname"))
                .isEqualTo(ClusterNode.NODE);
        assertThat(object.text("metadata", "labels", "kubernetes.io/os")).isEqualTo("linux");
        assertThat(object.text("metadata", "labels", "example.com/rack")).isEqualTo("r1");
        assertThat(object.items("status", "addresses").stream().map(Json::lines).toList())
                .containsExactly(
                        address("InternalIP", node.plane().nodeAddress()),
                        address("Hostname", ClusterNode.NODE));
        var info = object.at("status", "nodeInfo");
        assertThat(info.text("kubeletVersion")).startsWith("v1.36");
        assertThat(info.text("containerRuntimeVersion")).startsWith("containerd://2");
        assertThat(info.text("machineID")).isNotEmpty();
        assertThat(info.text("bootID")).isNotEmpty();
        assertThat(object.text("status", "capacity", "cpu"))
                .isEqualTo(Integer.toString(Runtime.getRuntime().availableProcessors()));
        assertThat(object.text("status", "capacity", "pods")).isEqualTo("110");
        assertThat(object.text("status", "allocatable", "memory")).endsWith("Ki");
        assertThat(object.text("status", "daemonEndpoints", "kubeletEndpoint", "Port"))
                .isEqualTo(node.kubelet().config().field("port"));
        assertThat(object.items("status", "conditions").stream().map(c -> c.text("type")).toList())
                .containsExactly("MemoryPressure", "DiskPressure", "PIDPressure", "Ready");
        assertThat(ClusterNode.condition(object, "Ready").text("reason")).isEqualTo("KubeletReady");
    }

    private static List<String> address(String type, String address) {
        return Json.parse("{\"address\": \"%s\", \"type\": \"%s\"}".formatted(address, type))
                .lines();
    }

    @Test
    void labelsAndTaintsOfOthersStayWhenTheKubeletComesBack() {
        node.start();
        node.kubectl("label", "node", ClusterNode.NODE, "example.com/by=hand");
        node.kubectl("taint", "node", ClusterNode.NODE, "example.com/keep=off:NoSchedule");
        var created = node.node().text("metadata", "uid");

        node.kubelet().kill();
        node.start();

        var object = node.node();
        assertThat(object.text("metadata", "uid")).isEqualTo(created);
        assertThat(object.text("metadata", "labels", "example.com/by")).isEqualTo("hand");
        assertThat(object.items("spec", "taints").stream().map(t -> t.text("key")).toList())
                .contains("example.com/keep");
    }

    @Test
    void aNodeOfACloudWaitsForItsProvider() {
        node.flags("--cloud-provider", "external").launch();

        var object =
                Await.that("the node to register", node::node, found -> !found.lines().isEmpty());

        assertThat(object.items("spec", "taints").stream().map(t -> t.text("key")).toList())
                .contains("node.cloudprovider.kubernetes.io/uninitialized");
        assertThat(object.text("metadata", "annotations", "alpha.kubernetes.io/provided-node-ip"))
                .isEqualTo(node.plane().nodeAddress());
    }

    @Test
    void anImageThatIsThereIsListed() {
        node.start();

        var names =
                Await.that(
                        "the images to be listed",
                        () ->
                                node.node().items("status", "images").stream()
                                        .flatMap(image -> image.items("names").stream())
                                        .map(name -> name.text())
                                        .toList(),
                        found -> !found.isEmpty());

        assertThat(names).contains(Rig.BUSYBOX);
    }

    @Test
    void anIdleNodeIsNotWritten() {
        node.with("nodeStatusUpdateFrequency", "1s")
                .with("nodeStatusReportFrequency", "5m")
                .start();
        node.kubelet().runFor(Duration.ofSeconds(6));
        var before = node.node().text("metadata", "resourceVersion");

        node.kubelet().runFor(Duration.ofSeconds(6));

        assertThat(node.node().text("metadata", "resourceVersion")).isEqualTo(before);
    }

    @Test
    void theLeaseIsRenewedInTime() {
        node.start();

        var first = Await.that("a lease", this::renewed, time -> true);
        var second =
                Await.that(
                        "the lease to be renewed",
                        Duration.ofSeconds(15),
                        this::renewed,
                        time -> time.isAfter(first));

        assertThat(Duration.between(first, second)).isLessThan(Duration.ofSeconds(12));
        var lease = lease();
        assertThat(lease.text("spec", "holderIdentity")).isEqualTo(ClusterNode.NODE);
        assertThat(lease.text("spec", "leaseDurationSeconds")).isEqualTo("40");
        assertThat(lease.items("metadata", "ownerReferences").getFirst().text("kind"))
                .isEqualTo("Node");
    }

    private Json lease() {
        var text =
                node.plane()
                        .kubectl("-n", "kube-node-lease", "get", "lease", ClusterNode.NODE)
                        .and("-o", "json");
        return Json.parse(text.succeed().out());
    }

    private Instant renewed() {
        return Instant.parse(lease().text("spec", "renewTime"));
    }

    @Test
    void withoutARuntimeTheNodeIsNotReadyAndComesBackWithIt() {
        node.start();
        rig.stopContainerd();
        try {
            var object = node.awaitReady("False");
            assertThat(ClusterNode.condition(object, "Ready").text("reason"))
                    .isEqualTo("KubeletNotReady");
        } finally {
            rig.startContainerd();
        }
        node.awaitReady("True");
    }
}
