package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Pods.rule;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.status.ProbeResults;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.Seen;
import io.jubelet.core.waiting.AllContainersRestart;
import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// How all containers of a pod start over because one of them asks for it. Names in upstream's
/// words are cases of TestComputePodActionsForRestartAllContainers; where it marks a pod, here the
/// container that asked is there.
final class RestartAllPlanTest {
    private static final Instant NOW = PAST.plusSeconds(3600);
    private static final SandboxId SANDBOX = new SandboxId("sandbox-0");

    /// What the container `app` of these pods asks for a new beginning with.
    private static final int ALL = 42;

    private static final DesiredPod REGULAR = asking(pod("web").containers("log"));
    private static final DesiredPod AFTER_INIT =
            asking(pod("web").initContainers("one", "two").containers("log"));
    private static final DesiredPod AFTER_SIDECARS =
            asking(pod("web").initContainers("one").sidecars("mesh", "tail").containers("log"));

    /// Its last init container asks.
    private static final DesiredPod INIT =
            init(pod("web").initContainers("one").sidecars("mesh"), "Never");

    /// Its last sidecar asks.
    private static final DesiredPod SIDECAR = init(pod("web").sidecars("mesh"), "Always");

    /// Cases of TestComputePodActionsForRestartAllContainers.
    static Stream<Arguments> rows() {
        return Stream.of(
                row(
                        "pod not marked for RestartAllContainers",
                        AFTER_SIDECARS,
                        s -> s.exited("one", 0, 0).running("mesh", "tail", "log", "app")),
                row(
                        "another exit code asks for nothing",
                        AFTER_SIDECARS,
                        s ->
                                s.exited("one", 0, 0)
                                        .running("mesh", "tail", "log")
                                        .exited("app", 0, 1)),
                row(
                        "an instance that asked and has a successor asks no more",
                        REGULAR,
                        s -> s.running("log", 1).exited("app", 0, ALL).running("app", 1)),
                row(
                        "pod marked for RestartAllContainers",
                        REGULAR,
                        s -> s.running("log").exited("app", 0, ALL),
                        kill("log")),
                row(
                        "pod marked for RestartAllContainers with init containers",
                        AFTER_INIT,
                        s ->
                                s.exited("one", 0, 0)
                                        .exited("two", 0, 0)
                                        .exited("log", 0, 137)
                                        .exited("app", 0, ALL),
                        drop("log"),
                        drop("one"),
                        drop("two"),
                        drop("app")),
                row(
                        "pod marked for RestartAllContainers with restartable init containers",
                        AFTER_SIDECARS,
                        s -> s.running("mesh", "tail").exited("app", 0, ALL),
                        kill("mesh"),
                        kill("tail")),
                row(
                        "init container exit triggers RestartAllContainers",
                        INIT,
                        s -> s.exited("one", 0, 0).running("mesh").exited("asker", 0, ALL),
                        kill("mesh")),
                row(
                        "init container exit triggers RestartAllContainers: it goes last",
                        INIT,
                        s -> s.exited("one", 0, 0).exited("mesh", 0, 137).exited("asker", 0, ALL),
                        drop("one"),
                        drop("mesh"),
                        drop("asker")),
                row(
                        "sidecar container exit triggers RestartAllContainres",
                        SIDECAR,
                        s -> s.running("mesh").exited("asker", 0, ALL).running("app"),
                        kill("app"),
                        kill("mesh")),
                row(
                        "regular container exit triggers RestartAllContainers",
                        AFTER_SIDECARS,
                        s ->
                                s.exited("one", 0, 0)
                                        .running("mesh", "tail", "log")
                                        .exited("app", 0, ALL),
                        kill("log"),
                        kill("mesh"),
                        kill("tail")),
                row(
                        "removes past terminated statuses",
                        REGULAR,
                        s ->
                                s.exited("log", 0, 99)
                                        .exited("log", 1, 137)
                                        .exited("app", 0, 99)
                                        .exited("app", 1, ALL),
                        drop("log", 1),
                        drop("log", 0),
                        drop("app", 0),
                        drop("app", 1)),
                row(
                        "what is neither running nor ended is ended or removed too",
                        AFTER_SIDECARS,
                        s -> s.unknown("mesh").created("log").exited("app", 0, ALL),
                        kill("mesh")),
                row(
                        "one that was made and not started goes with the others",
                        REGULAR,
                        s -> s.created("log").exited("app", 0, ALL),
                        drop("log"),
                        drop("app")),
                row(
                        "what asked for it is still there after a crash: it goes",
                        AFTER_INIT,
                        s -> s.exited("app", 0, ALL),
                        drop("app")),
                row(
                        "all containers removed, start init container",
                        AFTER_INIT,
                        s -> s,
                        start("one", ContainerKind.INIT)),
                row(
                        "all containers removed, start regular container",
                        REGULAR,
                        s -> s,
                        start("log", ContainerKind.REGULAR),
                        start("app", ContainerKind.REGULAR)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void plans(String name, DesiredPod pod, UnaryOperator<Seen> look, List<PodAction> expected) {
        var plan = plan(pod, look.apply(seen(pod).sandbox(0)), NOW);

        assertThat(plan.actions()).as(name).isEqualTo(expected);
        assertThat(plan.over()).isFalse();
        assertThat(plan.waits()).isEmpty();
    }

    @Test
    void aSandboxThatDiedMeanwhileIsMadeAnewOnceAllAreGone() {
        var dying = seen(REGULAR).deadSandbox(0).exited("log", 0, 137).exited("app", 0, ALL);
        var gone = seen(REGULAR).deadSandbox(0);

        assertThat(plan(REGULAR, dying, NOW).actions()).containsExactly(drop("log"), drop("app"));
        assertThat(plan(REGULAR, gone, NOW).actions())
                .containsExactly(new PodAction.CreateSandbox(1, List.of(SANDBOX)));
    }

    @Test
    void aPodWhoseInitialisationFailedForGoodGetsNoNewSandbox() {
        var failed = seen(AFTER_INIT).deadSandbox(0).exited("one", 0, 1);

        assertThat(plan(AFTER_INIT, failed, NOW).actions()).isEmpty();
    }

    @Test
    void whatAsksAtOnceWaitsForASecond() {
        var look = seen(REGULAR).sandbox(0).running("log").exited("app", 0, ALL);

        var early = plan(REGULAR, look, PAST.plusMillis(999));

        assertThat(early.actions()).isEmpty();
        assertThat(early.waits())
                .containsExactly(
                        Wait.Planned.until(new AllContainersRestart("app"), PAST.plusSeconds(1)));
        assertThat(plan(REGULAR, look, PAST.plusSeconds(1)).actions()).containsExactly(kill("log"));
    }

    @Test
    void aClockThatWasSetBackHoldsUpNothing() {
        var look = seen(REGULAR).sandbox(0).running("log").exited("app", 0, ALL);

        assertThat(plan(REGULAR, look, PAST.minusSeconds(60)).actions())
                .containsExactly(kill("log"));
    }

    private static Plan plan(DesiredPod pod, Seen look, Instant now) {
        return PodPlanner.plan(
                new PlanInput(pod, look.build(), ProbeResults.NONE, RestartBackOff.NONE, now));
    }

    private static DesiredPod asking(Pods pods) {
        return pods.container("app", "Never", rule("RestartAllContainers", "In", ALL))
                .restart("Never")
                .build();
    }

    private static DesiredPod init(Pods pods, String policy) {
        var asker =
                Container.newBuilder(Pods.container("asker"))
                        .setRestartPolicy(policy)
                        .addRestartPolicyRules(rule("RestartAllContainers", "In", ALL));
        return pods.with(p -> p.getSpecBuilder().addInitContainers(asker))
                .containers("app")
                .restart("Never")
                .build();
    }

    private static Arguments row(
            String name, DesiredPod pod, UnaryOperator<Seen> look, PodAction... expected) {
        return arguments(name, pod, look, List.of(expected));
    }

    private static PodAction kill(String name) {
        return new PodAction.StopContainer(
                id(name, 0), name, Duration.ZERO, PodAction.Reason.ALL_RESTART);
    }

    private static PodAction drop(String name) {
        return drop(name, 0);
    }

    private static PodAction drop(String name, int attempt) {
        return new PodAction.DropContainer(id(name, attempt));
    }

    private static PodAction start(String name, ContainerKind kind) {
        return new PodAction.StartContainer(name, kind, 0, SANDBOX, Optional.empty());
    }
}
