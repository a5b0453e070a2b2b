package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Either kubelet finds the cgroups of the other's pods: it leaves the pods alone while they run,
/// and removes their cgroups when they end.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class CgroupTakeoverIT {
    private static final Path TOP = Path.of("/sys/fs/cgroup");
    private static final Map<String, String> RESOURCES =
            Map.of(
                    "guaranteed", "{limits: {cpu: 100m, memory: 64Mi}}",
                    "burstable", "{requests: {cpu: 100m, memory: 32Mi}}",
                    "besteffort", "{}");
    private static final Map<String, String> TIERS =
            Map.of("guaranteed", "", "burstable", "burstable/", "besteffort", "besteffort/");

    /// Long enough for a kubelet to look at every pod more than once.
    private static final Duration A_WHILE = Duration.ofSeconds(20);

    @RegisterExtension final ClusterNode node;

    CgroupTakeoverIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void fromUsToTheOtherAndBack() {
        node.oursAlone("it starts both");
        node.start();
        RESOURCES.forEach(this::run);
        var names = List.copyOf(new TreeMap<>(RESOURCES).keySet());
        names.forEach(name -> node.awaitPod(name, "to run", CgroupTakeoverIT::runs));
        var containers = containers();
        var cgroups = new TreeMap<String, Path>();
        names.forEach(name -> cgroups.put(name, cgroup(name)));
        assertThat(cgroups.values()).allMatch(Files::isDirectory);

        node.kubelet().terminate();
        node.launchGo().kubelet().runFor(A_WHILE);
        assertThat(containers()).as("under the Go kubelet").isEqualTo(containers);
        assertThat(cgroups.values()).allMatch(Files::isDirectory);
        node.kubectl("delete", "pod", "burstable", "--wait=false");
        Await.until("its cgroup to go", () -> !Files.exists(cgroups.get("burstable")));

        node.kubelet().terminate();
        node.launch().kubelet().runFor(A_WHILE);
        containers.remove("burstable");
        assertThat(containers()).as("under Jubelet again").isEqualTo(containers);
        node.kubectl("delete", "pod", "guaranteed", "besteffort", "--wait=false");
        Await.until(
                "the last cgroups to go", () -> cgroups.values().stream().noneMatch(Files::exists));
    }

    private void run(String name, String resources) {
        // Without a token: this is about cgroups, not about the volumes of the other.
        var manifest =
                Manifest.of(name, Manifest.serve("over-" + name))
                        .spec("automountServiceAccountToken: false");
        node.apply(
                manifest.spec("nodeName: " + ClusterNode.NODE).yaml(node.namespace())
                        + "    resources: "
                        + resources
                        + "\n");
    }

    private static boolean runs(Json pod) {
        return ClusterNode.condition(pod, "Ready").text("status").equals("True");
    }

    /// What each pod runs, and how often it was started.
    private Map<String, String> containers() {
        var found = new TreeMap<String, String>();
        for (var pod : node.list("pods")) {
            var status = pod.items("status", "containerStatuses").getFirst();
            found.put(
                    pod.text("metadata", "name"),
                    status.text("containerID") + " " + status.text("restartCount"));
        }
        return found;
    }

    private Path cgroup(String name) {
        var hierarchy = Files.exists(TOP.resolve("cgroup.controllers")) ? "" : "memory";
        return TOP.resolve(hierarchy)
                .resolve(Machine.CGROUP)
                .resolve("kubepods")
                .resolve(TIERS.get(name) + "pod" + node.pod(name).text("metadata", "uid"));
    }
}
