package io.jubelet.core.status;

import static io.jubelet.core.status.Told.running;
import static io.jubelet.core.status.Told.succeeded;
import static io.jubelet.core.status.Told.text;
import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is told of a pod of which something was told before, in upstream's cases.
final class StatusTableTest {
    private static final PodStatus RAN = before("Running", running("A"), running("B"));

    /// Cases of Test_generateAPIPodStatus.
    static Stream<Arguments> phases() {
        var always = two().build();
        var never = two().restart("Never").build();
        var told = RAN.toBuilder().setReason("Test").setMessage("test").build();
        return Stream.of(
                row(
                        "current status ready, with previous statuses and deletion",
                        deleted(two()).build(),
                        s -> s.sandbox(0),
                        RAN,
                        "Running"),
                row(
                        "current status ready, with previous statuses and no deletion",
                        always,
                        s -> s.sandbox(0),
                        RAN,
                        "Running"),
                row(
                        "terminal phase cannot be changed (apiserver previous is succeeded)",
                        always,
                        s -> s,
                        RAN.toBuilder().setPhase("Succeeded").build(),
                        "Succeeded"),
                row(
                        "terminal phase from previous status must remain terminal, restartAlways",
                        always,
                        s -> s.sandbox(0).running("A", "B"),
                        told.toBuilder().setPhase("Succeeded").build(),
                        "Succeeded Test test"),
                row(
                        "terminal phase from previous status must remain terminal, restartNever",
                        never,
                        s -> s,
                        before("Succeeded", succeeded("A"), succeeded("B")).toBuilder()
                                .setReason("Test")
                                .setMessage("test")
                                .build(),
                        "Succeeded Test test"),
                row("running can revert to pending", always, s -> s, before("Running"), "Pending"),
                row(
                        "reason and message are preserved when phase doesn't change",
                        always,
                        s -> s,
                        before("Pending").toBuilder().setReason("Test").setMessage("test").build(),
                        "Pending Test test"),
                row(
                        "reason and message are cleared when phase changes",
                        always,
                        s -> s.sandbox(0).running("A", "B"),
                        before("Pending").toBuilder().setReason("Test").setMessage("test").build(),
                        "Running"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("phases")
    void tellsThePhase(
            String name,
            DesiredPod desired,
            UnaryOperator<Seen> observed,
            PodStatus before,
            String expected) {
        var status = calculate(desired, observed, before, false);

        assertThat(
                        "%s %s %s"
                                .formatted(
                                        status.getPhase(), status.getReason(), status.getMessage())
                                .strip())
                .as(name)
                .isEqualTo(expected);
    }

    /// Cases of TestConvertToAPIContainerStatuses.
    static Stream<Arguments> containers() {
        var restarted = running("A").toBuilder().setRestartCount(5).build();
        return Stream.of(
                row(
                        "no current status, with previous statuses and deletion",
                        deleted(two()).build(),
                        s -> s,
                        RAN,
                        "waiting ContainerCreating, restarted 0, last 137 ContainerStatusUnknown"),
                row(
                        "no current status, with previous statuses and no deletion",
                        two().build(),
                        s -> s,
                        RAN,
                        "waiting ContainerCreating, restarted 1, last 137 ContainerStatusUnknown"),
                row(
                        "no current status, keeping previous restartCount",
                        two().build(),
                        s -> s,
                        before("Running", restarted),
                        "waiting ContainerCreating, restarted 6, last 137 ContainerStatusUnknown"),
                row(
                        "currently running with lower restartCount; should keeping previous"
                                + " restartCount",
                        two().build(),
                        s -> s.sandbox(0).running("A", 1).running("B"),
                        before("Running", restarted),
                        "running, restarted 5"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("containers")
    void tellsTheContainer(
            String name,
            DesiredPod desired,
            UnaryOperator<Seen> observed,
            PodStatus before,
            String expected) {
        var status = calculate(desired, observed, before, false);

        assertThat(text(status.getContainerStatuses(0))).as(name).isEqualTo(expected);
    }

    /// Cases of TestConvertToAPIContainerStatuses.
    static Stream<Arguments> initContainers() {
        return Stream.of(
                row(
                        "Unable to get init container status from container runtime and pod has"
                                + " been initialized, treat it as exited normally",
                        pod("web").initContainers("init").containers("A").build(),
                        s -> s.sandbox(0).running("A"),
                        PodStatus.getDefaultInstance(),
                        "exited 0, restarted 0"),
                row(
                        "Unable to get sidecar container status from container runtime and pod has"
                                + " been initialized, sidecar container should be waiting",
                        pod("web").sidecars("side").containers("A").build(),
                        s -> s.sandbox(0).running("A"),
                        PodStatus.getDefaultInstance(),
                        "waiting PodInitializing, restarted 0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("initContainers")
    void tellsTheInitContainer(
            String name,
            DesiredPod desired,
            UnaryOperator<Seen> observed,
            PodStatus before,
            String expected) {
        var status = calculate(desired, observed, before, false);

        assertThat(text(status.getInitContainerStatuses(0))).as(name).isEqualTo(expected);
    }

    /// Cases of Test_generateAPIPodStatus.
    @Test
    void keepsTheDisruptionOfAPodThatEnds() {
        var name =
                "pod disruption condition is copied over and the phase is set to failed when deleted";
        var target =
                deleted(two())
                        .with(
                                p ->
                                        p.getStatusBuilder()
                                                .addConditionsBuilder()
                                                .setType("DisruptionTarget")
                                                .setStatus("True"))
                        .build();

        var status = calculate(target, s -> s.sandbox(0), RAN, true);

        assertThat(status.getPhase()).as(name).isEqualTo("Failed");
        assertThat(status.getConditionsList())
                .anyMatch(it -> it.getType().equals("DisruptionTarget"));
        assertThat(text(status.getContainerStatuses(0)))
                .contains("restarted 0, last 137 ContainerStatusUnknown");
    }

    private static PodStatus calculate(
            DesiredPod desired, UnaryOperator<Seen> observed, PodStatus before, boolean stopped) {
        return StatusCalculator.calculate(
                new StatusInput(
                        desired,
                        observed.apply(seen(desired)).build(),
                        List.of(),
                        before,
                        stopped,
                        Optional.empty(),
                        StatusInput.NodeSide.of("containerd"),
                        Seen.PAST));
    }

    private static PodStatus before(String phase, ContainerStatus... statuses) {
        return PodStatus.newBuilder()
                .setPhase(phase)
                .addAllContainerStatuses(List.of(statuses))
                .build();
    }

    private static Pods two() {
        return pod("web").containers("A", "B");
    }

    private static Pods deleted(Pods pods) {
        return pods.with(p -> p.getMetadataBuilder().getDeletionTimestampBuilder().setSeconds(1));
    }

    private static Arguments row(
            String name,
            DesiredPod desired,
            UnaryOperator<Seen> observed,
            PodStatus before,
            String expected) {
        return arguments(name, desired, observed, before, expected);
    }
}
