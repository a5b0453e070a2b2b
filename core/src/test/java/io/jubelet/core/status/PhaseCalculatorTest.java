package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.testing.Probed;
import io.jubelet.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PhaseCalculatorTest {
    static Stream<Arguments> rows() {
        var always = pod("web").containers("app", "log").build();
        var onFailure = pod("web").containers("app", "log").restart("OnFailure").build();
        var never = pod("web").containers("app", "log").restart("Never").build();
        var init = pod("web").initContainers("one").containers("app").build();
        var initNever = pod("web").initContainers("one").containers("app").restart("Never").build();
        return Stream.of(
                row("waiting", always, s -> s, Phase.PENDING),
                row("all running", always, s -> s.sandbox(0).running("app", "log"), Phase.RUNNING),
                row(
                        "all stopped with restart always",
                        always,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 1),
                        Phase.RUNNING),
                row(
                        "mixed state #1 with restart always",
                        always,
                        s -> s.sandbox(0).running("app").exited("log", 0, 1),
                        Phase.RUNNING),
                row(
                        "mixed state #2 with restart always",
                        always,
                        s -> s.sandbox(0).running("app"),
                        Phase.PENDING),
                row(
                        "backoff crashloop container with restart always",
                        always,
                        s -> s.sandbox(0).running("app").exited("log", 4, 1),
                        Phase.RUNNING),
                row(
                        "all succeeded with restart never",
                        never,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 0),
                        Phase.SUCCEEDED),
                row(
                        "all failed with restart never",
                        never,
                        s -> s.sandbox(0).exited("app", 0, 1).exited("log", 0, 2),
                        Phase.FAILED),
                row(
                        "mixed state #1 with restart never",
                        never,
                        s -> s.sandbox(0).running("app").exited("log", 0, 1),
                        Phase.RUNNING),
                row(
                        "all succeeded with restart onfailure",
                        onFailure,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 0),
                        Phase.SUCCEEDED),
                row(
                        "all failed with restart onfailure",
                        onFailure,
                        s -> s.sandbox(0).exited("app", 0, 1).exited("log", 0, 2),
                        Phase.RUNNING),
                row(
                        "a container made but never started is still waited for",
                        always,
                        s -> s.sandbox(0).running("app").created("log"),
                        Phase.PENDING),
                row("empty, waiting for init", init, s -> s.sandbox(0), Phase.PENDING),
                row("init running", init, s -> s.sandbox(0).running("one"), Phase.PENDING),
                row(
                        "init failed with restart always",
                        init,
                        s -> s.sandbox(0).exited("one", 0, 1),
                        Phase.PENDING),
                row(
                        "init failed with restart never",
                        initNever,
                        s -> s.sandbox(0).exited("one", 0, 1),
                        Phase.FAILED),
                row(
                        "init succeeded, regular not started",
                        init,
                        s -> s.sandbox(0).exited("one", 0, 0),
                        Phase.PENDING),
                row(
                        "init gone from the runtime, regular running",
                        init,
                        s -> s.sandbox(0).running("app"),
                        Phase.RUNNING));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void calculates(String name, DesiredPod desired, PodObservation observed, Phase expected) {
        var input =
                new StatusInput(
                        desired,
                        observed,
                        List.of(),
                        PodStatus.getDefaultInstance(),
                        false,
                        Optional.empty(),
                        StatusInput.NodeSide.of("containerd"),
                        Seen.PAST);

        assertThat(StatusCalculator.calculate(input).getPhase())
                .as(name)
                .isEqualTo(expected.text());
    }

    @Test
    void inANewSandboxAPodIsPendingUntilItsSidecarHasStartedAgain() {
        assertThat(
                        starting(
                                s ->
                                        s.deadSandbox(0)
                                                .exited("app", 0, 1)
                                                .sandbox(1)
                                                .running("side", 1)))
                .isEqualTo("Pending");
    }

    @Test
    void whereAContainerHasRunASidecarThatStartsAgainDoesNotMakeThePodPending() {
        assertThat(starting(s -> s.sandbox(0).exited("app", 0, 1).running("side", 1)))
                .isEqualTo("Running");
    }

    /// The phase of a pod whose sidecar has not started yet.
    private static String starting(Function<Seen, Seen> observed) {
        var desired = pod("web").sidecars("side").containers("app").build();
        var probes = Probed.startup(Optional.of(false));
        return StatusCalculator.calculate(
                        new StatusInput(
                                desired,
                                observed.apply(seen(desired)).build(),
                                List.of(),
                                PodStatus.getDefaultInstance(),
                                false,
                                Optional.empty(),
                                new StatusInput.NodeSide("containerd", List.of(), probes),
                                Seen.PAST))
                .getPhase();
    }

    @Test
    void aContainerThatAProbeEndedAndThatComesBackIsNotTheEndOfItsPod() {
        var desired = pod("web").containers("app").restart("OnFailure").build();
        var ended = Probed.ended(Seen.id("app", 0));
        var input =
                new StatusInput(
                        desired,
                        seen(desired).sandbox(0).exited("app", 0, 0).build(),
                        List.of(),
                        PodStatus.getDefaultInstance(),
                        false,
                        Optional.empty(),
                        new StatusInput.NodeSide("containerd", List.of(), ended),
                        Seen.PAST);

        assertThat(StatusCalculator.calculate(input).getPhase()).isEqualTo("Running");
    }

    @Test
    void aContainerThatIsReplacedBecauseItIsWantedOtherwiseIsNotTheEndOfItsPod() {
        var status = afterAnotherImage(Probed.ended(Seen.id("app", 0)));

        assertThat(status.getPhase()).isEqualTo("Running");
        assertThat(status.getContainerStatuses(0).getState().hasWaiting()).isTrue();
        assertThat(status.getContainerStatuses(0).getLastState().getTerminated().getExitCode())
                .isEqualTo(137);
    }

    @Test
    void aContainerThatEndedByItselfBeforeItWasWantedOtherwiseIsTheEndOfItsPod() {
        var status = afterAnotherImage(ProbeResults.NONE);

        assertThat(status.getPhase()).isEqualTo("Failed");
        assertThat(status.getContainerStatuses(0).getState().getTerminated().getExitCode())
                .isEqualTo(137);
    }

    private static PodStatus afterAnotherImage(ProbeResults probes) {
        var before = pod("web").containers("app").restart("Never").build();
        var app = before.containers().getFirst().toBuilder().setImage("other");
        var wanted = before.pod().toBuilder();
        wanted.getSpecBuilder().setContainers(0, app);
        return StatusCalculator.calculate(
                new StatusInput(
                        new DesiredPod(wanted.build()),
                        seen(before).sandbox(0).exited("app", 0, 137).build(),
                        List.of(),
                        PodStatus.getDefaultInstance(),
                        false,
                        Optional.empty(),
                        new StatusInput.NodeSide("containerd", List.of(), probes),
                        Seen.PAST));
    }

    private static Arguments row(
            String name, DesiredPod desired, Function<Seen, Seen> observed, Phase expected) {
        return arguments(name, desired, observed.apply(seen(desired)).build(), expected);
    }
}
