package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// A runtime that is not well makes the node NotReady, and stops only what cannot be done.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class RuntimeHealthIT {
    private static final String NOT_READY =
            "container runtime network not ready: NetworkReady=false"
                    + " reason:NetworkPluginNotReady message:Network plugin returns error:"
                    + " cni plugin not initialized";

    private final Rig rig;
    @RegisterExtension final ClusterNode node;

    RuntimeHealthIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig);
    }

    @Test
    void withoutANetworkOnlyPodsOfTheHostsNetworkStart() {
        node.start();
        rig.takeNetwork();
        try {
            var object = node.awaitReady("False");
            assertThat(ClusterNode.condition(object, "Ready").text("message")).isEqualTo(NOT_READY);

            node.run(Manifest.of("inside", Manifest.serve("health-inside")));
            node.run(
                    Manifest.of("outside", Manifest.serve("health-outside"))
                            .spec("hostNetwork: true"));

            node.awaitPhase("outside", "Running");
            assertThat(node.awaitEvent("inside", "NetworkNotReady").text("message"))
                    .isEqualTo("network is not ready: " + NOT_READY);
            assertThat(Processes.with("health-inside")).isEmpty();
        } finally {
            rig.giveNetwork();
        }
        node.awaitReady("True");
        node.awaitPodReady("inside");
    }

    @Test
    void withoutARuntimeTheNodeIsNotReadyAndItsPodsGoOn() {
        node.start();
        node.run(Manifest.of("steady", Manifest.serve("health-steady")));
        node.awaitPodReady("steady");
        var process = Processes.with("health-steady");
        rig.stopContainerd();
        try {
            var object = node.awaitReady("False");
            assertThat(ClusterNode.condition(object, "Ready").text("reason"))
                    .isEqualTo("KubeletNotReady");
        } finally {
            rig.startContainerd();
        }
        node.awaitReady("True");

        var next = Manifest.of("next", Manifest.serve("health-next"));
        node.run(next);
        node.awaitPodReady("next");
        Await.until("the old process", () -> Processes.with("health-steady").equals(process));
        assertThat(node.pod("steady").items("status", "containerStatuses").getFirst())
                .satisfies(status -> assertThat(status.text("restartCount")).isEqualTo("0"));
    }
}
