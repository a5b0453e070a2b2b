package io.jubelet.core.status;

import static io.jubelet.core.status.Phase.FAILED;
import static io.jubelet.core.status.Phase.PENDING;
import static io.jubelet.core.status.Phase.RUNNING;
import static io.jubelet.core.status.Phase.SUCCEEDED;
import static io.jubelet.core.status.Told.failed;
import static io.jubelet.core.status.Told.running;
import static io.jubelet.core.status.Told.started;
import static io.jubelet.core.status.Told.succeeded;
import static io.jubelet.core.status.Told.waiting;
import static io.jubelet.core.status.Told.waitingAfter;
import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Pods;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Phases by what is told of the containers, in upstream's cases.
final class PhaseTableTest {
    /// Cases of TestPodPhaseWithRestartAlways.
    static Stream<Arguments> always() {
        var pod = two().build();
        return Stream.of(
                row("waiting", pod, PENDING),
                row("all running", pod, RUNNING, running("A"), running("B")),
                row("all stopped with restart always", pod, RUNNING, succeeded("A"), failed("B")),
                over(
                        "all succeeded with restart always, but the pod is terminal",
                        pod,
                        SUCCEEDED,
                        succeeded("A"),
                        succeeded("B")),
                over(
                        "all stopped with restart always, but the pod is terminal",
                        pod,
                        FAILED,
                        succeeded("A"),
                        failed("B")),
                row(
                        "mixed state #1 with restart always",
                        pod,
                        RUNNING,
                        running("A"),
                        succeeded("B")),
                row("mixed state #2 with restart always", pod, PENDING, running("A")),
                row("mixed state #3 with restart always", pod, PENDING, running("A"), waiting("B")),
                row(
                        "backoff crashloop container with restart always",
                        pod,
                        RUNNING,
                        running("A"),
                        waitingAfter("B", 0)));
    }

    /// Cases of TestPodPhaseWithRestartAlwaysInitContainers.
    static Stream<Arguments> alwaysInit() {
        var pod = two().initContainers("X").build();
        return Stream.of(
                row("empty, waiting", pod, PENDING),
                row("init container running", pod, PENDING, running("X")),
                row("init container terminated non-zero", pod, PENDING, failed("X")),
                row("init container waiting, terminated zero", pod, PENDING, waitingAfter("X", 0)),
                row(
                        "init container waiting, terminated non-zero",
                        pod,
                        PENDING,
                        waitingAfter("X", -1)),
                row("init container waiting, not terminated", pod, PENDING, waiting("X")),
                row(
                        "init container succeeded",
                        pod,
                        RUNNING,
                        succeeded("X"),
                        running("A"),
                        running("B")));
    }

    /// Cases of TestPodPhaseWithRestartAlwaysRestartableInitContainers.
    static Stream<Arguments> alwaysSidecar() {
        var pod = two().sidecars("X").build();
        return Stream.of(
                row("empty, waiting", pod, PENDING),
                row("restartable init container running", pod, PENDING, running("X")),
                row("restartable init container stopped", pod, PENDING, succeeded("X")),
                row(
                        "restartable init container waiting, terminated zero",
                        pod,
                        PENDING,
                        waitingAfter("X", 0)),
                row(
                        "restartable init container waiting, terminated non-zero",
                        pod,
                        PENDING,
                        waitingAfter("X", -1)),
                row(
                        "restartable init container waiting, not terminated",
                        pod,
                        PENDING,
                        waiting("X")),
                begun(
                        "restartable init container started, 1/2 regular container running",
                        pod,
                        PENDING,
                        started("X"),
                        running("A")),
                begun(
                        "restartable init container started, all regular containers running",
                        pod,
                        RUNNING,
                        started("X"),
                        running("A"),
                        running("B")),
                begun(
                        "restartable init container running, all regular containers running",
                        pod,
                        RUNNING,
                        running("X"),
                        running("A"),
                        running("B")),
                begun(
                        "restartable init container stopped, all regular containers running",
                        pod,
                        RUNNING,
                        succeeded("X"),
                        running("A"),
                        running("B")),
                begun(
                        "backoff crashloop restartable init container, all regular containers"
                                + " running",
                        pod,
                        RUNNING,
                        waitingAfter("X", 0),
                        running("A"),
                        running("B")),
                over(
                        "all regular containers succeeded and restartable init container failed"
                                + " with restart always, but the pod is terminal",
                        pod,
                        SUCCEEDED,
                        failed("X"),
                        succeeded("A"),
                        succeeded("B")),
                over(
                        "all regular containers succeeded and restartable init container succeeded"
                                + " with restart always, but the pod is terminal",
                        pod,
                        SUCCEEDED,
                        succeeded("X"),
                        succeeded("A"),
                        succeeded("B")),
                row(
                        "re-initializing the pod after the sandbox is recreated",
                        pod,
                        PENDING,
                        running("X"),
                        running("A"),
                        running("B")));
    }

    /// Cases of TestPodPhaseWithRestartAlwaysAndPodHasRun.
    static Stream<Arguments> alwaysBoth() {
        var pod = pod("web").initContainers("X").sidecars("Y").containers("A").build();
        return Stream.of(
                row(
                        "regular init containers, restartable init container and regular container"
                                + " are all running",
                        pod,
                        PENDING,
                        running("X"),
                        running("Y"),
                        running("A")),
                row(
                        "regular containers is stopped, restartable init container and regular int"
                                + " container are both running",
                        pod,
                        PENDING,
                        running("X"),
                        running("Y"),
                        succeeded("A")),
                row(
                        "re-created sandbox: regular init container is succeeded, restartable init"
                                + " container is running, old regular containers is stopped",
                        pod,
                        PENDING,
                        succeeded("X"),
                        running("Y"),
                        succeeded("A")),
                begun(
                        "regular init container is succeeded, restartable init container is"
                                + " running, regular containers is stopped",
                        pod,
                        RUNNING,
                        succeeded("X"),
                        running("Y"),
                        succeeded("A")),
                begun(
                        "regular init container is succeeded, restartable init container and"
                                + " regular containers are both running",
                        pod,
                        RUNNING,
                        succeeded("X"),
                        running("Y"),
                        running("A")));
    }

    /// Cases of TestPodPhaseWithRestartNever.
    static Stream<Arguments> never() {
        var pod = two().restart("Never").build();
        return Stream.of(
                row("all running with restart never", pod, RUNNING, running("A"), running("B")),
                row(
                        "all succeeded with restart never",
                        pod,
                        SUCCEEDED,
                        succeeded("A"),
                        succeeded("B")),
                row("all failed with restart never", pod, FAILED, failed("A"), failed("B")),
                row(
                        "mixed state #1 with restart never",
                        pod,
                        RUNNING,
                        running("A"),
                        succeeded("B")),
                row("mixed state #2 with restart never", pod, PENDING, running("A")),
                row("mixed state #3 with restart never", pod, PENDING, running("A"), waiting("B")));
    }

    /// Cases of TestPodPhaseWithRestartNeverInitContainers.
    static Stream<Arguments> neverInit() {
        var pod = two().initContainers("X").restart("Never").build();
        return Stream.of(
                row("empty, waiting", pod, PENDING),
                row("init container running", pod, PENDING, running("X")),
                row("init container terminated non-zero", pod, FAILED, failed("X")),
                row("init container waiting, terminated zero", pod, PENDING, waitingAfter("X", 0)),
                row(
                        "init container waiting, terminated non-zero",
                        pod,
                        FAILED,
                        waitingAfter("X", -1)),
                row("init container waiting, not terminated", pod, PENDING, waiting("X")),
                row(
                        "init container succeeded",
                        pod,
                        RUNNING,
                        succeeded("X"),
                        running("A"),
                        running("B")));
    }

    /// Cases of TestPodPhaseWithRestartNeverRestartableInitContainers.
    static Stream<Arguments> neverSidecar() {
        var pod = two().sidecars("X").restart("Never").build();
        return Stream.of(
                row("empty, waiting", pod, PENDING),
                row("restartable init container running", pod, PENDING, running("X")),
                row("restartable init container stopped", pod, PENDING, succeeded("X")),
                row(
                        "restartable init container waiting, terminated zero",
                        pod,
                        PENDING,
                        waitingAfter("X", 0)),
                row(
                        "restartable init container waiting, terminated non-zero",
                        pod,
                        PENDING,
                        waitingAfter("X", -1)),
                row(
                        "restartable init container waiting, not terminated",
                        pod,
                        PENDING,
                        waiting("X")),
                begun(
                        "restartable init container started, one main container running",
                        pod,
                        PENDING,
                        started("X"),
                        running("A")),
                begun(
                        "restartable init container started, main containers succeeded",
                        pod,
                        RUNNING,
                        started("X"),
                        succeeded("A"),
                        succeeded("B")),
                begun(
                        "restartable init container re-running, main containers succeeded",
                        pod,
                        RUNNING,
                        running("X"),
                        succeeded("A"),
                        succeeded("B")),
                begun(
                        "all containers succeeded",
                        pod,
                        SUCCEEDED,
                        succeeded("X"),
                        succeeded("A"),
                        succeeded("B")),
                begun(
                        "restartable init container terminated non-zero, main containers"
                                + " succeeded",
                        pod,
                        SUCCEEDED,
                        failed("X"),
                        succeeded("A"),
                        succeeded("B")),
                begun(
                        "backoff crashloop restartable init container, main containers succeeded",
                        pod,
                        SUCCEEDED,
                        waitingAfter("X", 0),
                        succeeded("A"),
                        succeeded("B")),
                begun(
                        "backoff crashloop with non-zero restartable init container, main"
                                + " containers succeeded",
                        pod,
                        SUCCEEDED,
                        waitingAfter("X", -1),
                        succeeded("A"),
                        succeeded("B")));
    }

    /// Cases of TestPodPhaseWithRestartOnFailure.
    static Stream<Arguments> onFailure() {
        var pod = two().restart("OnFailure").build();
        return Stream.of(
                row("all running with restart onfailure", pod, RUNNING, running("A"), running("B")),
                row(
                        "all succeeded with restart onfailure",
                        pod,
                        SUCCEEDED,
                        succeeded("A"),
                        succeeded("B")),
                row("all failed with restart never", pod, RUNNING, failed("A"), failed("B")),
                row(
                        "mixed state #1 with restart onfailure",
                        pod,
                        RUNNING,
                        running("A"),
                        succeeded("B")),
                row("mixed state #2 with restart onfailure", pod, PENDING, running("A")),
                row(
                        "mixed state #3 with restart onfailure",
                        pod,
                        PENDING,
                        running("A"),
                        waiting("B")),
                row(
                        "backoff crashloop container with restart onfailure",
                        pod,
                        RUNNING,
                        running("A"),
                        waitingAfter("B", 0)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({
        "always",
        "alwaysInit",
        "alwaysSidecar",
        "alwaysBoth",
        "never",
        "neverInit",
        "neverSidecar",
        "onFailure"
    })
    void counts(
            String name,
            DesiredPod desired,
            boolean stopped,
            boolean initialised,
            Phase expected,
            List<ContainerStatus> statuses) {
        assertThat(
                        PhaseCalculator.calculate(
                                desired, statuses, stopped, initialised, _ -> false, false))
                .as(name)
                .isEqualTo(expected);
    }

    private static Pods two() {
        return pod("web").containers("A", "B");
    }

    private static Arguments row(
            String name, DesiredPod pod, Phase expected, ContainerStatus... statuses) {
        return arguments(name, pod, false, false, expected, List.of(statuses));
    }

    /// Of a pod of which a regular container has been started.
    private static Arguments begun(
            String name, DesiredPod pod, Phase expected, ContainerStatus... statuses) {
        return arguments(name, pod, false, true, expected, List.of(statuses));
    }

    /// Of a pod of which nothing is started again.
    private static Arguments over(
            String name, DesiredPod pod, Phase expected, ContainerStatus... statuses) {
        return arguments(name, pod, true, true, expected, List.of(statuses));
    }
}
