package io.jubelet.core.status;

import static io.jubelet.core.status.Told.exited;
import static io.jubelet.core.status.Told.ready;
import static io.jubelet.core.status.Told.running;
import static io.jubelet.core.status.Told.started;
import static io.jubelet.core.status.Told.waiting;
import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Conditions by what is told of the containers, in upstream's cases; most have no names there.
final class ConditionTableTest {
    private static final String MET = "True";

    /// Cases of TestGenerateContainersReadyCondition.
    static Stream<Arguments> containersReady() {
        var type = "ContainersReady";
        var sidecar = pod("web").sidecars("side").containers("A");
        var sidecars = pod("web").sidecars("side", "two").containers("A");
        return Stream.of(
                row("a pod without containers", type, pod("web"), MET),
                row(
                        "nothing is told of its container",
                        type,
                        pod("web").containers("A"),
                        "ContainersNotReady: containers with unknown status: [A]"),
                row(
                        "both are ready",
                        type,
                        pod("web").containers("A", "B"),
                        MET,
                        ready("A"),
                        ready("B")),
                row(
                        "nothing is told of the second",
                        type,
                        pod("web").containers("A", "B"),
                        "ContainersNotReady: containers with unknown status: [B]",
                        ready("A")),
                row(
                        "the second is not ready",
                        type,
                        pod("web").containers("A", "B"),
                        "ContainersNotReady: containers with unready status: [B]",
                        ready("A"),
                        running("B")),
                ended(
                        "the pod has succeeded",
                        type,
                        pod("web").containers("A"),
                        "PodCompleted",
                        Phase.SUCCEEDED,
                        exited("A", 0)),
                ended(
                        "the pod has failed",
                        type,
                        pod("web").containers("A"),
                        "PodFailed",
                        Phase.FAILED,
                        exited("A", 1)),
                row(
                        "nothing is told of the sidecar",
                        type,
                        sidecar,
                        "ContainersNotReady: containers with unknown status: [side]",
                        ready("A")),
                row(
                        "sidecars and containers are ready",
                        type,
                        sidecars,
                        MET,
                        ready("side"),
                        ready("two"),
                        ready("A")),
                row(
                        "nothing is told of the second sidecar",
                        type,
                        sidecars,
                        "ContainersNotReady: containers with unknown status: [two]",
                        ready("side"),
                        ready("A")),
                row(
                        "the second sidecar is not ready",
                        type,
                        sidecars,
                        "ContainersNotReady: containers with unready status: [two]",
                        ready("side"),
                        running("two"),
                        ready("A")));
    }

    /// Cases of TestGeneratePodReadyCondition.
    static Stream<Arguments> podReady() {
        var type = "Ready";
        var absent =
                "ReadinessGatesNotReady: corresponding condition of pod readiness gate \"%s\" does"
                        + " not exist.";
        var closed =
                "ReadinessGatesNotReady: the status of pod readiness gate \"%s\" is not \"True\","
                        + " but False";
        return Stream.of(
                row("a pod without containers", type, pod("web"), MET),
                row(
                        "nothing is told of its container",
                        type,
                        pod("web").containers("A"),
                        "ContainersNotReady: containers with unknown status: [A]"),
                row(
                        "both are ready",
                        type,
                        pod("web").containers("A", "B"),
                        MET,
                        ready("A"),
                        ready("B")),
                row(
                        "nothing is told of the second",
                        type,
                        pod("web").containers("A", "B"),
                        "ContainersNotReady: containers with unknown status: [B]",
                        ready("A")),
                row(
                        "the second is not ready",
                        type,
                        pod("web").containers("A", "B"),
                        "ContainersNotReady: containers with unready status: [B]",
                        ready("A"),
                        running("B")),
                ended(
                        "the pod has succeeded",
                        type,
                        pod("web").containers("A"),
                        "PodCompleted",
                        Phase.SUCCEEDED,
                        exited("A", 0)),
                row("a gate without condition", type, gates("one"), absent.formatted("one")),
                row(
                        "a gate that is closed",
                        type,
                        with(gates("one"), "one", "False"),
                        closed.formatted("one")),
                row("a gate that is open", type, with(gates("one"), "one", "True"), MET),
                row(
                        "one gate is open, the other without condition",
                        type,
                        with(gates("one", "two"), "one", "True"),
                        absent.formatted("two")),
                row(
                        "one gate is open, the other closed",
                        type,
                        with(with(gates("one", "two"), "one", "True"), "two", "False"),
                        closed.formatted("two")),
                row(
                        "both gates are open",
                        type,
                        with(with(gates("one", "two"), "one", "True"), "two", "True"),
                        MET),
                row(
                        "the gate is open and the container not ready",
                        type,
                        with(gates("one").containers("A"), "one", "True"),
                        "ContainersNotReady: containers with unready status: [A]",
                        running("A")));
    }

    /// Cases of TestGeneratePodInitializedCondition.
    static Stream<Arguments> initialized() {
        var type = "Initialized";
        var one = pod("web").initContainers("X").containers("A");
        var two = pod("web").initContainers("X", "Y").containers("A");
        var sidecar = pod("web").sidecars("X").containers("A");
        return Stream.of(
                row("no init containers", type, pod("web"), MET),
                row(
                        "nothing is told of the init container",
                        type,
                        one,
                        "ContainersNotInitialized: containers with unknown status: [X]"),
                row("both are done", type, two, MET, ready("X"), ready("Y")),
                row(
                        "nothing is told of the second",
                        type,
                        two,
                        "ContainersNotInitialized: containers with unknown status: [Y]",
                        ready("X")),
                row(
                        "the second is not done",
                        type,
                        two,
                        "ContainersNotInitialized: containers with incomplete status: [Y]",
                        ready("X"),
                        running("Y")),
                ended(
                        "the pod has succeeded",
                        type,
                        one,
                        "True PodCompleted",
                        Phase.SUCCEEDED,
                        ready("X")),
                row(
                        "the sidecar has not started",
                        type,
                        sidecar,
                        "ContainersNotInitialized: containers with incomplete status: [X]",
                        running("X")),
                row("the sidecar has started", type, sidecar, MET, started("X")),
                row(
                        "the sidecar has not started, but a container runs",
                        type,
                        sidecar,
                        MET,
                        running("X"),
                        running("A")),
                row(
                        "the init container waits, but a container has run",
                        type,
                        one,
                        MET,
                        waiting("X"),
                        exited("A", 0)));
    }

    @ParameterizedTest(name = "{1}: {0}")
    @MethodSource({"containersReady", "podReady", "initialized"})
    void judges(
            String name,
            String type,
            DesiredPod desired,
            String expected,
            Phase phase,
            List<ContainerStatus> statuses) {
        var status = PodStatus.newBuilder().setPhase(phase.text());
        for (var each : statuses) {
            var isInit =
                    desired.initContainers().stream()
                            .anyMatch(container -> container.getName().equals(each.getName()));
            if (isInit) {
                status.addInitContainerStatuses(each);
            } else {
                status.addContainerStatuses(each);
            }
        }
        var begun = status.getContainerStatusesCount() > 0;
        var conditions =
                new ConditionCalculator(input(desired, s -> s))
                        .calculate(status, true, begun && !desired.initContainers().isEmpty());

        assertThat(text(conditions, type)).as(name).isEqualTo(expected);
    }

    /// Cases of TestGeneratePodReadyToStartContainersCondition.
    static Stream<Arguments> sandboxes() {
        return Stream.of(
                sandbox("Empty pod status", s -> s, "False"),
                sandbox("Pod sandbox status not ready", s -> s.deadSandbox(0), "False"),
                sandbox(
                        "Pod sandbox status ready but no IP configured",
                        s -> s.sandbox(0, SandboxState.READY, List.of(), false),
                        "False"),
                sandbox("Pod sandbox status ready and IP configured", s -> s.sandbox(0), "True"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sandboxes")
    void isReadyToStartContainers(String name, UnaryOperator<Seen> observed, String expected) {
        var status =
                StatusCalculator.calculate(input(pod("web").containers("A").build(), observed));

        assertThat(text(status.getConditionsList(), "PodReadyToStartContainers"))
                .as(name)
                .isEqualTo(expected);
    }

    private static StatusInput input(DesiredPod desired, UnaryOperator<Seen> observed) {
        return new StatusInput(
                desired,
                observed.apply(seen(desired)).build(),
                List.of(),
                PodStatus.getDefaultInstance(),
                false,
                Optional.empty(),
                StatusInput.NodeSide.of("containerd"),
                Seen.PAST);
    }

    /// `True`, `False`, or the reason and message why not.
    private static String text(List<PodCondition> conditions, String type) {
        var condition =
                conditions.stream()
                        .filter(each -> each.getType().equals(type))
                        .findFirst()
                        .orElseThrow();
        if (condition.getReason().isEmpty()) {
            return condition.getStatus();
        }
        var why =
                condition.getMessage().isEmpty()
                        ? condition.getReason()
                        : condition.getReason() + ": " + condition.getMessage();
        return condition.getStatus().equals(MET) ? "True " + why : why;
    }

    private static Pods gates(String... types) {
        return pod("web")
                .with(
                        p -> {
                            for (var type : types) {
                                p.getSpecBuilder()
                                        .addReadinessGatesBuilder()
                                        .setConditionType(type);
                            }
                        });
    }

    private static Pods with(Pods pods, String type, String status) {
        return pods.with(
                p -> p.getStatusBuilder().addConditionsBuilder().setType(type).setStatus(status));
    }

    private static Arguments row(
            String name, String type, Pods pods, String expected, ContainerStatus... statuses) {
        return ended(name, type, pods, expected, Phase.RUNNING, statuses);
    }

    private static Arguments ended(
            String name,
            String type,
            Pods pods,
            String expected,
            Phase phase,
            ContainerStatus... statuses) {
        return arguments(name, type, pods.build(), expected, phase, List.of(statuses));
    }

    private static Arguments sandbox(String name, UnaryOperator<Seen> observed, String expected) {
        return arguments(name, observed, expected);
    }
}
