package io.jubelet.core.status;

import static io.jubelet.core.status.Told.exited;
import static io.jubelet.core.status.Told.running;
import static io.jubelet.core.status.Told.text;
import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Pods.rule;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is told of a pod that never restarts but as a whole.
final class RestartAllStatusTest {
    private static final int ALL = 42;
    private static final String REMOVED =
            "waiting RestartingAllContainers, restarted 1, last 137 RestartingAllContainers";

    /// Its container `B` asks for it.
    private static final DesiredPod POD =
            pod("web")
                    .containers("A")
                    .container("B", "Never", rule("RestartAllContainers", "In", ALL))
                    .restart("Never")
                    .build();

    private static final DesiredPod AFTER_INIT =
            pod("web")
                    .initContainers("init")
                    .containers("A")
                    .container("B", "Never", rule("RestartAllContainers", "In", ALL))
                    .ephemeral("debug")
                    .restart("Never")
                    .build();

    /// Cases of TestConvertToAPIContainerStatuses.
    static Stream<Arguments> containers() {
        var asked = before(true, running("A"), exited("B", ALL));
        var removedOnce =
                after(asked, s -> s.exited("B", 0, ALL)).toBuilder()
                        .setContainerStatuses(1, exited("B", ALL))
                        .build();
        var again = before(true, restarted(running("A")), exited("B", ALL));
        return Stream.of(
                row(
                        "containerB dies and triggers RestartAllContainers in place",
                        before(false, running("A"), running("B")),
                        s -> s.running("A").exited("B", 0, ALL),
                        "running, restarted 0",
                        "exited 42, restarted 0"),
                row(
                        "containerB dies and triggers RestartAllContainers in place, containerA"
                                + " killed",
                        asked,
                        s -> s.exited("A", 0, 137),
                        "exited 137, restarted 0",
                        REMOVED),
                row(
                        "containerB dies and triggers RestartAllContainers in place, containerA"
                                + " killed then removed",
                        before(true, exited("A", 137), exited("B", ALL)),
                        s -> s,
                        REMOVED,
                        REMOVED),
                row(
                        "containerB dies and triggers RestartAllContainers in place, containerA"
                                + " killed and removed together",
                        asked,
                        s -> s,
                        REMOVED,
                        REMOVED),
                row(
                        "containerB dies and triggers RestartAllContainers in place, containerA"
                                + " rerun",
                        removedOnce,
                        s -> s.running("A", 1),
                        "running, restarted 1, last 137 RestartingAllContainers",
                        REMOVED),
                row(
                        "containerB dies and triggers RestartAllContainers in place, containerA"
                                + " succeeded",
                        again,
                        s -> s.exited("A", 1, 0),
                        "exited 0, restarted 1",
                        REMOVED),
                row(
                        "containerB dies and triggers RestartAllContainers in place, containerA"
                                + " failed",
                        again,
                        s -> s.exited("A", 1, 1),
                        "exited 1, restarted 1",
                        REMOVED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("containers")
    void tellsTheContainers(
            String name, PodStatus before, UnaryOperator<Seen> look, List<String> expected) {
        var status = after(before, look);

        assertThat(texts(status)).as(name).isEqualTo(expected);
        assertThat(status.getPhase()).isEqualTo("Running");
    }

    /// Cases of TestGenerateAllContainersRestartingCondition.
    static Stream<Arguments> conditions() {
        var none = PodStatus.getDefaultInstance();
        var started = "True RestartAllContainersStarted: container exited with restart policy rule";
        return Stream.of(
                told("pod pending", none, s -> s, "False"),
                told(
                        "pod failed",
                        none,
                        s -> s.exited("A", 0, 0).exited("B", 0, 1),
                        "False PodFailed"),
                told(
                        "pod succeeded",
                        none,
                        s -> s.exited("A", 0, 0).exited("B", 0, 0),
                        "False PodCompleted"),
                told("a pod that runs", none, s -> s.running("A", "B"), "False"),
                told(
                        "container triggers RestartAllContainers rule",
                        none,
                        s -> s.running("A").exited("B", 0, ALL),
                        started),
                told(
                        "container triggres RestartAllContainers rule, cleaning up",
                        before(true, running("A"), exited("B", ALL)),
                        s -> s.exited("A", 0, 137).exited("B", 0, ALL),
                        started),
                told(
                        "container triggres RestartAllContainers rule, cleaned up",
                        before(true, running("A"), exited("B", ALL)),
                        s -> s,
                        "False"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("conditions")
    void tellsTheCondition(
            String name, PodStatus before, UnaryOperator<Seen> look, String expected) {
        var condition = condition(after(before, look)).orElseThrow();
        var reason = condition.hasReason() ? " " + condition.getReason() : "";
        var message = condition.hasMessage() ? ": " + condition.getMessage() : "";

        assertThat(condition.getStatus() + reason + message).as(name).isEqualTo(expected);
    }

    @Test
    void aPodWithoutSuchARuleHasNoSuchCondition() {
        var plain = pod("web").containers("A").build();

        assertThat(condition(after(plain, PodStatus.getDefaultInstance(), s -> s.running("A"))))
                .isEmpty();
    }

    @Test
    void whatIsRemovedIsToldOnceAndGoesOnCounting() {
        var running =
                after(
                        AFTER_INIT,
                        PodStatus.getDefaultInstance(),
                        s -> s.exited("init", 0, 0).running("A", "B", "debug"));
        var ended =
                after(
                        AFTER_INIT,
                        running,
                        s ->
                                s.exited("init", 0, 0)
                                        .exited("A", 0, 137)
                                        .exited("B", 0, ALL)
                                        .running("debug"));
        var half = after(AFTER_INIT, ended, s -> s.exited("B", 0, ALL).exited("debug", 0, 0));
        var gone = after(AFTER_INIT, half, s -> s);
        var again =
                after(
                        AFTER_INIT,
                        gone,
                        s -> s.exited("init", 1, 0).running("A", 1).running("B", 1));

        assertThat(ended.getPhase()).isEqualTo("Running");
        assertThat(half.getPhase()).isEqualTo("Running");
        assertThat(text(half.getInitContainerStatuses(0))).isEqualTo(REMOVED);
        assertThat(text(half.getContainerStatuses(0))).isEqualTo(REMOVED);
        assertThat(gone.getPhase()).isEqualTo("Running");
        assertThat(text(gone.getEphemeralContainerStatuses(0))).isEqualTo("exited 0, restarted 0");
        assertThat(text(gone.getContainerStatuses(1))).isEqualTo(REMOVED);
        assertThat(texts(after(AFTER_INIT, gone, s -> s)))
                .containsOnly(
                        "waiting PodInitializing, restarted 1, last 137 RestartingAllContainers");
        assertThat(again.getPhase()).isEqualTo("Running");
        assertThat(texts(again))
                .containsOnly("running, restarted 1, last 137 RestartingAllContainers");
    }

    /// The last status that came to the API server is of a pod that ran.
    @Test
    void whatAKilledAgentRemovedWithoutAWordComesBack() {
        var ran = before(false, running("A"), running("B"));

        var nothingLeft = firstLook(POD, ran, s -> s);
        var oneIsBack = firstLook(POD, ran, s -> s.running("A", 1));

        assertThat(nothingLeft.getPhase()).isEqualTo("Running");
        assertThat(texts(nothingLeft)).containsOnly(REMOVED);
        assertThat(texts(oneIsBack)).containsExactly("running, restarted 1", REMOVED);
    }

    @Test
    void anInitContainerThatTheRuntimeForgotDidNotStartOver() {
        var ran =
                before(false, running("A"), running("B")).toBuilder()
                        .addInitContainerStatuses(exited("init", 0))
                        .build();

        var status = firstLook(AFTER_INIT, ran, s -> s.running("A", "B"));

        assertThat(text(status.getInitContainerStatuses(0))).isEqualTo("exited 0, restarted 0");
    }

    @Test
    void aPodThatIsEndedMeanwhileFails() {
        var ended =
                calculate(
                        POD,
                        before(true, running("A"), exited("B", ALL)),
                        s -> s.exited("A", 0, 137).exited("B", 0, ALL),
                        true,
                        false);

        assertThat(ended.getPhase()).isEqualTo("Failed");
        assertThat(condition(ended).orElseThrow().getReason()).isEqualTo("PodFailed");
    }

    private static PodStatus after(PodStatus before, UnaryOperator<Seen> look) {
        return after(POD, before, look);
    }

    private static PodStatus after(DesiredPod pod, PodStatus before, UnaryOperator<Seen> look) {
        return calculate(pod, before, look, false, false);
    }

    private static PodStatus firstLook(DesiredPod pod, PodStatus before, UnaryOperator<Seen> look) {
        return calculate(pod, before, look, false, true);
    }

    private static PodStatus calculate(
            DesiredPod pod,
            PodStatus before,
            UnaryOperator<Seen> look,
            boolean stopped,
            boolean firstLook) {
        return StatusCalculator.calculate(
                new StatusInput(
                        pod,
                        look.apply(seen(pod).sandbox(0)).build(),
                        List.of(),
                        before,
                        stopped,
                        Optional.empty(),
                        StatusInput.NodeSide.of("containerd"),
                        PAST,
                        firstLook));
    }

    private static PodStatus before(boolean restarting, ContainerStatus... statuses) {
        var status =
                PodStatus.newBuilder()
                        .setPhase("Running")
                        .addAllContainerStatuses(List.of(statuses));
        status.addConditionsBuilder()
                .setType("AllContainersRestarting")
                .setStatus(restarting ? "True" : "False");
        return status.build();
    }

    private static ContainerStatus restarted(ContainerStatus status) {
        return status.toBuilder().setRestartCount(1).build();
    }

    private static Optional<PodCondition> condition(PodStatus status) {
        return status.getConditionsList().stream()
                .filter(it -> it.getType().equals("AllContainersRestarting"))
                .findFirst();
    }

    private static List<String> texts(PodStatus status) {
        return status.getContainerStatusesList().stream().map(Told::text).toList();
    }

    private static Arguments row(
            String name, PodStatus before, UnaryOperator<Seen> look, String... expected) {
        return arguments(name, before, look, List.of(expected));
    }

    private static Arguments told(
            String name, PodStatus before, UnaryOperator<Seen> look, String expected) {
        return arguments(name, before, look, expected);
    }
}
