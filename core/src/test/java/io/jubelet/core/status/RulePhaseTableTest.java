package io.jubelet.core.status;

import static io.jubelet.core.status.Phase.FAILED;
import static io.jubelet.core.status.Phase.PENDING;
import static io.jubelet.core.status.Phase.RUNNING;
import static io.jubelet.core.status.Phase.SUCCEEDED;
import static io.jubelet.core.status.Told.exited;
import static io.jubelet.core.status.Told.failed;
import static io.jubelet.core.status.Told.running;
import static io.jubelet.core.status.Told.succeeded;
import static io.jubelet.core.status.Told.waiting;
import static io.jubelet.core.status.Told.waitingAfter;
import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Pods.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Pods;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Phases of pods whose containers have restart policies and rules of their own, in upstream's
/// cases.
final class RulePhaseTableTest {
    /// What ends a container for all of its pod's containers to start over.
    private static final int ALL = 42;

    /// How a container ends that is removed for it.
    private static final int REMOVED = 137;

    /// Cases of TestPodPhaseWithContainerRestartPolicy.
    static Stream<Arguments> policies() {
        var mixed = pod("web").container("A", "Never").container("B", "OnFailure").build();
        return Stream.of(
                row(
                        "container with restart policy Never failed",
                        pod("web").container("A", "Never").build(),
                        FAILED,
                        failed("A")),
                row(
                        "container with restart policy OnFailure failed",
                        pod("web").container("A", "OnFailure").build(),
                        RUNNING,
                        failed("A")),
                row(
                        "container with restart policy Always failed",
                        pod("web").container("A", "Always").build(),
                        RUNNING,
                        failed("A")),
                row(
                        "At least one container with restartable container-level restart policy"
                                + " failed",
                        pod("web")
                                .container("A", "Always")
                                .containers("B")
                                .restart("Never")
                                .build(),
                        RUNNING,
                        succeeded("A"),
                        failed("B")),
                row(
                        "All containers without restartable container-level restart policy failed",
                        mixed,
                        FAILED,
                        failed("A"),
                        succeeded("B")),
                row("All containers succeeded", mixed, SUCCEEDED, succeeded("A"), succeeded("B")));
    }

    /// Cases of TestPodPhaseWithContainerRestartPolicyInitContainers.
    static Stream<Arguments> initPolicies() {
        return Stream.of(
                row(
                        "init container with restart policy Never failed",
                        init(own("X", "Never")).containers("A").build(),
                        FAILED,
                        failed("X")),
                row(
                        "init container with restart policy OnFailure failed",
                        init(own("X", "OnFailure")).containers("A").restart("Never").build(),
                        PENDING,
                        failed("X")),
                row(
                        "container with restart policy Always failed",
                        init(own("X", "Always")).containers("A").restart("Never").build(),
                        PENDING,
                        failed("X")));
    }

    /// Cases of TestPodPhaseWithRestartAllContainers.
    static Stream<Arguments> restartAll() {
        var regular = pod("web").with(p -> p.getSpecBuilder().addContainers(trigger("Never")));
        var alone = regular.restart("Never").build();
        var afterInit =
                pod("web")
                        .initContainers("X")
                        .with(p -> p.getSpecBuilder().addContainers(trigger("Never")))
                        .restart("Never")
                        .build();
        var init = init(trigger("Never")).containers("A").restart("Never").build();
        var sidecar = init(trigger("Always")).containers("A").restart("Never").build();
        var both =
                init(trigger("Always"), Pods.container("X"))
                        .containers("A")
                        .restart("Never")
                        .build();
        return Stream.of(
                row(
                        "regular container triggers RestartAllContainers",
                        alone,
                        RUNNING,
                        exited("trigger", ALL)),
                row(
                        "init container triggers RestartAllContainers",
                        init,
                        PENDING,
                        exited("trigger", ALL),
                        waiting("A")),
                row(
                        "sidecar container triggers RestartAllContainers",
                        sidecar,
                        PENDING,
                        exited("trigger", ALL),
                        waiting("A")),
                row(
                        "sidecar container triggers RestartAllContainers, kills another init"
                                + " container",
                        both,
                        PENDING,
                        exited("trigger", ALL),
                        waiting("X"),
                        waiting("A")),
                row(
                        "regular container triggers RestartAllContainers, cleaned up",
                        alone,
                        RUNNING,
                        removed("trigger")),
                row(
                        "init container triggers RestartAllContainers, cleaned up",
                        init,
                        PENDING,
                        removed("trigger"),
                        waiting("A")),
                row(
                        "sidecar container triggers RestartAllContainers, cleaned up",
                        sidecar,
                        PENDING,
                        removed("trigger"),
                        waiting("A")),
                row(
                        "sidecar container triggers RestartAllContainers, kills another init"
                                + " container, cleaned up",
                        both,
                        PENDING,
                        removed("trigger"),
                        removed("X"),
                        waiting("A")),
                row(
                        "regular container triggered RestartAllContainers; init container"
                                + " succeeded",
                        afterInit,
                        RUNNING,
                        succeeded("X"),
                        removed("trigger")),
                row(
                        "regular container triggered RestartAllContainers; init container failed",
                        afterInit,
                        FAILED,
                        failed("X"),
                        removed("trigger")),
                row(
                        "init container triggered RestartAllContainers",
                        init,
                        PENDING,
                        exited("trigger", ALL),
                        waiting("A")),
                row(
                        "init container triggered RestartAllContainers; init container succeeds",
                        init,
                        PENDING,
                        succeeded("trigger"),
                        waiting("A")),
                row(
                        "sidecar container triggered RestartAllContainers kills regular container",
                        sidecar,
                        RUNNING,
                        removed("trigger"),
                        removed("A")),
                row(
                        "sidecar container triggered RestartAllContainers kills regular container;"
                                + " sidecar running",
                        sidecar,
                        RUNNING,
                        running("trigger"),
                        removed("A")),
                row(
                        "sidecar container triggered RestartAllContainers; kills init container;"
                                + " sidecar running",
                        both,
                        PENDING,
                        running("trigger"),
                        removed("X"),
                        waiting("A")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"policies", "initPolicies", "restartAll"})
    void counts(String name, DesiredPod desired, Phase expected, List<ContainerStatus> statuses) {
        assertThat(PhaseCalculator.calculate(desired, statuses, false, true, _ -> false, false))
                .as(name)
                .isEqualTo(expected);
    }

    private static ContainerStatus removed(String name) {
        var status = waitingAfter(name, REMOVED).toBuilder();
        status.getStateBuilder().getWaitingBuilder().setReason("RestartingAllContainers");
        status.getLastStateBuilder().getTerminatedBuilder().setReason("RestartingAllContainers");
        return status.build();
    }

    private static Pods init(Container... containers) {
        return pod("web").with(p -> p.getSpecBuilder().addAllInitContainers(List.of(containers)));
    }

    private static Container own(String name, String policy) {
        return Pods.container(name).toBuilder().setRestartPolicy(policy).build();
    }

    private static Container trigger(String policy) {
        return own("trigger", policy).toBuilder()
                .addRestartPolicyRules(rule("RestartAllContainers", "In", ALL))
                .build();
    }

    private static Arguments row(
            String name, DesiredPod pod, Phase expected, ContainerStatus... statuses) {
        return arguments(name, pod, expected, List.of(statuses));
    }
}
