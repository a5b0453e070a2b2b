package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerState;
import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import io.jubelet.e2e.harness.Tools;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The Go kubelet and Jubelet take each other's place on one machine: the pods of the folder run,
/// each exactly once, whoever ran them before.
@Tag("long")
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class GoPeerIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Manifest pod = Manifest.of("handed-over", Manifest.serve("go-peer-marker"));
    private final Rig rig;
    @RegisterExtension final KubeletUnderTest kubelet;

    GoPeerIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    @Test
    void jubeletTakesOverFromTheGoKubelet() {
        handOver(Tools.path("kubelet"), Optional.empty());
    }

    @Test
    void theGoKubeletTakesOverFromJubelet() {
        handOver("", Optional.of(Tools.path("kubelet")));
    }

    /// @param first the Go kubelet's path, or empty for Jubelet; the other one comes second
    private void handOver(String first, Optional<String> second) {
        kubelet.configure(
                kubelet.config()
                        .with("cgroupRoot", "/" + Machine.CGROUP)
                        .with("makeIPTablesUtilChains", "false"));
        try (var machine = new Machine(kubelet.home().resolve("root"))) {
            kubelet.put(pod);
            if (first.isEmpty()) {
                kubelet.start();
            } else {
                kubelet.launch(first);
            }
            runsOnce();
            assertThat(kubelet.terminate()).isZero();
            machine.clearRoot();

            second.ifPresentOrElse(kubelet::launch, kubelet::start);
            Await.that(
                    "the second kubelet to show the pod running",
                    LONGEST,
                    () -> kubelet.pod(pod),
                    shown -> shown.text("status", "phase").equals("Running"));
            runsOnce();
            kubelet.kill();
            rig.clear();
        }
    }

    private void runsOnce() {
        Await.that(
                "one sandbox and one running container of the pod",
                LONGEST,
                () -> sandboxes() + " sandboxes, " + runningContainers() + " running",
                shown -> shown.equals("1 sandboxes, 1 running"));
        assertThat(Processes.with("go-peer-marker")).hasSize(1);
    }

    private long sandboxes() {
        return rig.runtime().listSandboxes(Optional.empty()).size();
    }

    private long runningContainers() {
        return rig.containers("handed-over-e2e-node").stream()
                .filter(container -> container.state() == ContainerState.RUNNING)
                .count();
    }
}
