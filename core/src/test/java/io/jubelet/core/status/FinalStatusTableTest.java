package io.jubelet.core.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.testing.Pods;
import io.jubelet.model.pod.PodNames;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The last status of a pod. A container is `waiting`, `running`, `ended CODE` or `nowhere`, and
/// `after CODE` if it ended before; `lost` is what nobody knows the end of.
final class FinalStatusTableTest {
    /// Cases of TestTerminatePod_DefaultUnknownStatus.
    static Stream<Arguments> pods() {
        var waiting = List.of("waiting");
        var lost = List.of("lost");
        return Stream.of(
                arguments("last termination state set", List.of(), "waiting after 2", List.of(), 1),
                arguments("no previous state", List.of(), "waiting", List.of(), 1),
                arguments(
                        "uninitialized pod defaults the first init container",
                        waiting,
                        "waiting",
                        lost,
                        0),
                arguments(
                        "uninitialized pod defaults only the first init container",
                        List.of("waiting", "waiting"),
                        "waiting",
                        List.of("lost", "waiting"),
                        0),
                arguments(
                        "uninitialized pod defaults gaps",
                        List.of("waiting", "waiting", "ended 1", "waiting"),
                        "waiting",
                        List.of("lost", "lost", "ended 1", "waiting"),
                        0),
                arguments(
                        "failed last container is uninitialized",
                        List.of("waiting", "waiting", "ended 1"),
                        "waiting",
                        List.of("lost", "lost", "ended 1"),
                        0),
                arguments(
                        "successful last container is initialized",
                        List.of("waiting", "waiting", "ended 0"),
                        "waiting",
                        List.of("lost", "lost", "ended 0"),
                        1),
                arguments(
                        "successful last previous container is initialized, and container state is"
                                + " overwritten",
                        List.of("waiting", "waiting", "waiting after 0"),
                        "waiting",
                        List.of("lost", "lost", "lost"),
                        1),
                arguments("running container proves initialization", waiting, "running", lost, 1),
                arguments(
                        "evidence of terminated container proves initialization",
                        waiting,
                        "ended 0",
                        lost,
                        0),
                arguments(
                        "evidence of previously terminated container proves initialization",
                        waiting,
                        "nowhere after 0",
                        lost,
                        1),
                arguments(
                        "one that failed before and is tried again initialises nothing",
                        List.of("waiting after 1"),
                        "waiting",
                        lost,
                        0),
                arguments(
                        "an init container that runs is lost, and nothing came after it",
                        List.of("running", "waiting"),
                        "waiting",
                        List.of("lost", "waiting"),
                        0));
    }

    /// @param regularLost how many of the regular containers are lost then; the others stay
    @ParameterizedTest(name = "{0}")
    @MethodSource("pods")
    void isAccountedFor(
            String name, List<String> init, String regular, List<String> then, int regularLost) {
        var pod =
                Pods.pod("web")
                        .restart("Never")
                        .initContainers(names(init))
                        .containers("app")
                        .build();
        var last = PodStatus.newBuilder().setPhase("Running");
        init.forEach(text -> last.addInitContainerStatuses(container(text)));
        last.addContainerStatuses(container(regular));

        var status = FinalStatusCalculator.calculate(pod, last.build());

        assertThat(status.getInitContainerStatusesList().stream().map(FinalStatusTableTest::text))
                .as(name)
                .containsExactlyElementsOf(then);
        assertThat(text(status.getContainerStatuses(0)))
                .isEqualTo(regularLost == 1 ? "lost" : regular);
        assertThat(status.getContainerStatuses(0).getLastState())
                .isEqualTo(last.getContainerStatuses(0).getLastState());
        assertThat(status.getContainerStatuses(0).getReady()).isEqualTo(regularLost == 0);
    }

    private static String[] names(List<String> init) {
        return IntStream.range(0, init.size()).mapToObj(it -> "init-" + it).toArray(String[]::new);
    }

    /// Of pods whose last init container is a sidecar.
    static Stream<Arguments> sidecars() {
        return Stream.of(
                arguments("one that has started let the others start", true, "running", "lost"),
                arguments("one that has not held them up", false, "running", "waiting"),
                arguments("one that waits held them up", true, "waiting", "waiting"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sidecars")
    void aSidecar(String name, boolean started, String sidecar, String then) {
        var pod = Pods.pod("web").sidecars("mesh").containers("app").build();
        var last =
                PodStatus.newBuilder()
                        .addInitContainerStatuses(
                                container(sidecar).toBuilder().setStarted(started))
                        .addContainerStatuses(container("waiting"));

        var status = FinalStatusCalculator.calculate(pod, last.build());

        assertThat(text(status.getContainerStatuses(0))).as(name).isEqualTo(then);
        assertThat(text(status.getInitContainerStatuses(0))).isEqualTo("lost");
        assertThat(status.getInitContainerStatuses(0).getStarted()).isFalse();
    }

    @Test
    void ofAPodOfWhichNothingWasEverToldNothingIsMadeUp() {
        var pod = Pods.pod("web").initContainers("init").containers("app").build();

        var status = FinalStatusCalculator.calculate(pod, PodStatus.getDefaultInstance());

        assertThat(status).isEqualTo(PodStatus.newBuilder().setPhase("Failed").build());
    }

    /// Cases of TestTerminatePod_EnsurePodPhaseIsTerminal.
    static Stream<Arguments> phases() {
        return Stream.of(
                arguments("Pending pod", "Pending", "Failed"),
                arguments("Running pod", "Running", "Failed"),
                arguments("Succeeded pod", "Succeeded", "Succeeded"),
                arguments("Failed pod", "Failed", "Failed"),
                arguments("Unknown pod", "Unknown", "Failed"),
                arguments("Unknown phase pod", "SomeUnknownPhase", "Failed"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("phases")
    void aPhaseThatIsNotFinalBecomesSo(String name, String phase, String then) {
        var last = PodStatus.newBuilder().setPhase(phase).build();
        var pod = Pods.pod("web").containers("app");

        assertThat(FinalStatusCalculator.calculate(pod.build(), last).getPhase())
                .as(name)
                .isEqualTo(then);
        pod.with(it -> it.getMetadataBuilder().putAnnotations(PodNames.CONFIG_SOURCE, "file"));
        assertThat(FinalStatusCalculator.calculate(pod.build(), last).getPhase())
                .as("a static pod comes back")
                .isEqualTo(phase);
    }

    private static ContainerStatus container(String text) {
        var words = text.split(" after ", -1);
        var status = ContainerStatus.newBuilder().setName("c").setReady(true).setStarted(true);
        var state = ContainerState.newBuilder();
        switch (words[0]) {
            case "waiting" -> state.getWaitingBuilder();
            case "running" -> state.getRunningBuilder();
            case "nowhere" -> {}
            default -> state.getTerminatedBuilder().setExitCode(code(words[0]));
        }
        status.setState(state);
        if (words.length > 1) {
            status.getLastStateBuilder().getTerminatedBuilder().setExitCode(code(words[1]));
        }
        return status.build();
    }

    private static int code(String text) {
        return Integer.parseInt(text.replace("ended ", ""));
    }

    private static String text(ContainerStatus status) {
        var state = status.getState();
        if (!state.hasTerminated()) {
            return state.hasWaiting() ? "waiting" : "running";
        }
        var end = state.getTerminated();
        return end.getReason().equals("ContainerStatusUnknown")
                        && end.getExitCode() == 137
                        && !end.getMessage().isEmpty()
                ? "lost"
                : "ended " + end.getExitCode();
    }
}
