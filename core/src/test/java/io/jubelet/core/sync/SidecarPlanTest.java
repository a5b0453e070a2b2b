package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Probed.startup;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.log;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.core.probe.ProbeVerdicts;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.status.ProbeResults;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.Seen;
import io.jubelet.core.waiting.SidecarStarting;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names in upstream's words are cases of TestComputePodActionsWithRestartableInitContainers.
final class SidecarPlanTest {
    private static final Instant NOW = PAST.plusSeconds(3600);
    private static final SandboxId FIRST = new SandboxId("sandbox-0");

    /// Cases of TestComputePodActionsWithRestartableInitContainers.
    static Stream<Arguments> rows() {
        var always = mesh().build();
        var never = mesh().restart("Never").build();
        var onFailure = mesh().restart("OnFailure").build();
        var mixed =
                pod("web")
                        .sidecars("one")
                        .initContainers("two")
                        .sidecars("three")
                        .containers("app")
                        .build();
        return Stream.of(
                row(
                        "initialization completed; start all containers",
                        always,
                        s -> s.sandbox(0).running("one", "two", "three"),
                        start("app", ContainerKind.REGULAR),
                        start("log", ContainerKind.REGULAR)),
                row(
                        "no init containers have been started; start the first one",
                        always,
                        s -> s.sandbox(0),
                        start("one", ContainerKind.SIDECAR)),
                row(
                        "an init container is stuck in the created state; restart it",
                        always,
                        s -> s.sandbox(0).running("one", "two").created("three"),
                        new PodAction.RemoveContainer(id("three", 0), log("three", 0))),
                row(
                        "restartable init container has started; start the next",
                        always,
                        s -> s.sandbox(0).running("one"),
                        start("two", ContainerKind.SIDECAR)),
                row(
                        "kill and recreate the restartable init container if the container"
                                + " definition changes",
                        always,
                        s -> s.sandbox(0).running("one", "two").runningWithHash("three", "other"),
                        stop("three", Reason.SPECIFICATION_CHANGED),
                        start("app", ContainerKind.REGULAR),
                        start("log", ContainerKind.REGULAR)),
                row(
                        "restart terminated restartable init container and next init container",
                        always,
                        s -> s.sandbox(0).exited("one", 0, 0).running("two").exited("three", 0, 0),
                        again("one"),
                        again("three")),
                row(
                        "restart terminated restartable init container and regular containers",
                        always,
                        s -> s.sandbox(0).exited("one", 0, 0).running("two", "three"),
                        again("one"),
                        start("app", ContainerKind.REGULAR),
                        start("log", ContainerKind.REGULAR)),
                row(
                        "Pod sandbox not ready, restartable init container failed, but"
                                + " RestartPolicy == Never; kill pod only",
                        never,
                        s -> s.deadSandbox(0).exited("three", 0, 137)),
                row(
                        "Pod sandbox not ready, and RestartPolicy == Never, but no visible"
                                + " restartable init containers;  create a new pod sandbox",
                        never,
                        s -> s.deadSandbox(0),
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "Pod sandbox not ready, restartable init container failed, and"
                                + " RestartPolicy == OnFailure; create a new pod sandbox",
                        onFailure,
                        s -> s.deadSandbox(0).exited("three", 0, 137),
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "Pod sandbox not ready, restartable init container failed, and"
                                + " RestartPolicy == Always; create a new pod sandbox",
                        always,
                        s -> s.deadSandbox(0).exited("three", 0, 137),
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "initialization failed; restart the last restartable init container even if"
                                + " pod's RestartPolicy == Never",
                        never,
                        s -> s.sandbox(0).running("one", "two").exited("three", 0, 137),
                        again("three")),
                row(
                        "restartable init container state unknown; kill and recreate the last"
                                + " restartable init container even if pod's RestartPolicy"
                                + " == Never",
                        never,
                        s -> s.sandbox(0).running("one", "two").unknown("three"),
                        stop("three", Reason.STATE_UNKNOWN)),
                row(
                        "restart restartable init container if regular containers are running even"
                                + " if pod's RestartPolicy == Never",
                        never,
                        s ->
                                s.sandbox(0)
                                        .running("one", "two", "app", "log")
                                        .exited("three", 0, 137),
                        again("three")),
                row(
                        "some of the restartable init container statuses are missing but the last"
                                + " init container is running; restart the missing ones",
                        always,
                        s -> s.sandbox(0).running("three"),
                        start("one", ContainerKind.SIDECAR),
                        start("two", ContainerKind.SIDECAR),
                        start("app", ContainerKind.REGULAR),
                        start("log", ContainerKind.REGULAR)),
                row(
                        "an init container between sidecars has to end before the next sidecar",
                        mixed,
                        s -> s.sandbox(0).running("one", "two")),
                row(
                        "an init container that ended opens the way for the next sidecar",
                        mixed,
                        s -> s.sandbox(0).running("one").exited("two", 0, 0),
                        start("three", ContainerKind.SIDECAR)),
                row(
                        "a sidecar that ended comes back while an init container runs",
                        mixed,
                        s -> s.sandbox(0).exited("one", 0, 1).running("two"),
                        again("one")),
                row(
                        "an init container that the runtime has lost does not run again",
                        mixed,
                        s -> s.sandbox(0).running("one", "three"),
                        start("app", ContainerKind.REGULAR)),
                row(
                        "some of the init container statuses are missing but the last init"
                                + " container is running, restart restartable init and regular"
                                + " containers",
                        always,
                        s -> s.sandbox(0).running("three"),
                        start("one", ContainerKind.SIDECAR),
                        start("two", ContainerKind.SIDECAR),
                        start("app", ContainerKind.REGULAR),
                        start("log", ContainerKind.REGULAR)),
                row(
                        "an older sandbox's containers say nothing about this one",
                        mixed,
                        s -> s.deadSandbox(0).exited("one", 0, 137).exited("two", 0, 0).sandbox(1),
                        new PodAction.StartContainer(
                                "one",
                                ContainerKind.SIDECAR,
                                1,
                                new SandboxId("sandbox-1"),
                                Optional.of(PAST))),
                row(
                        "the sandbox is gone: regular containers stop before sidecars",
                        always,
                        s -> s.deadSandbox(0).running("one", "two", "app"),
                        stop("app", Reason.SANDBOX_CHANGED)),
                row(
                        "the sandbox is gone: the last sidecar stops first",
                        always,
                        s -> s.deadSandbox(0).running("one", "two"),
                        stop("two", Reason.SANDBOX_CHANGED)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void plans(String name, DesiredPod desired, PodObservation observed, List<PodAction> expected) {
        var plan = plan(desired, observed, ProbeResults.NONE);

        assertThat(plan.actions()).as(name).isEqualTo(expected);
        assertThat(plan.over()).isFalse();
    }

    /// Cases of TestComputePodActionsWithRestartableInitContainers.
    static Stream<Arguments> probedRows() {
        var next = start("two", ContainerKind.SIDECAR);
        var noStartupProbe = startup(Optional.empty());
        return Stream.of(
                arguments(
                        "livenessProbe has not been run; start the nothing: only startup counts",
                        noStartupProbe,
                        ProbeVerdicts.NONE,
                        List.of(next)),
                arguments(
                        "livenessProbe in progress; start the next",
                        noStartupProbe,
                        ProbeVerdicts.NONE,
                        List.of(next)),
                arguments(
                        "livenessProbe has completed; start the next",
                        startup(Optional.of(true)),
                        ProbeVerdicts.NONE,
                        List.of(next)),
                arguments(
                        "kill and recreate the restartable init container if the liveness check"
                                + " has failed",
                        startup(Optional.of(true)),
                        failed(ProbeKind.LIVENESS),
                        List.of(stop("one", Reason.LIVENESS_FAILED), next)),
                arguments(
                        "startupProbe has not been run; do nothing",
                        startup(Optional.of(false)),
                        ProbeVerdicts.NONE,
                        List.of()),
                arguments(
                        "startupProbe in progress; do nothing",
                        startup(Optional.of(false)),
                        ProbeVerdicts.NONE,
                        List.of()),
                arguments(
                        "startupProbe has completed; start the next",
                        startup(Optional.of(true)),
                        ProbeVerdicts.NONE,
                        List.of(next)),
                arguments(
                        "kill and recreate the restartable init container if the startup check has"
                                + " failed",
                        startup(Optional.of(false)),
                        failed(ProbeKind.STARTUP),
                        List.of(stop("one", Reason.STARTUP_FAILED))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("probedRows")
    void plansByWhatProbesSay(
            String name, ProbeResults probes, ProbeVerdicts verdicts, List<PodAction> expected) {
        var desired = mesh().build();
        var observed = seen(desired).sandbox(0).running("one").build();
        var input = new PlanInput(desired, observed, probes, verdicts, RestartBackOff.NONE, NOW);

        assertThat(PodPlanner.plan(input).actions()).as(name).isEqualTo(expected);
    }

    private static ProbeVerdicts failed(ProbeKind kind) {
        return new ProbeVerdicts(
                Map.of(id("one", 0), new ProbeVerdicts.Failed(kind, Optional.empty())));
    }

    @Test
    void theNextWaitsUntilTheProbeSaysThatASidecarHasStarted() {
        var desired = mesh().build();
        var observed = seen(desired).sandbox(0).running("one").build();

        var plan = plan(desired, observed, startup(Optional.of(false)));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.waits())
                .singleElement()
                .satisfies(wait -> assertThat(wait.reason()).isEqualTo(new SidecarStarting("one")));
        assertThat(plan(desired, observed, startup(Optional.of(true))).actions())
                .containsExactly(start("two", ContainerKind.SIDECAR));
    }

    @Test
    void regularContainersStartOnceTheLastSidecarHasStarted() {
        var desired = mesh().build();
        var observed = seen(desired).sandbox(0).running("one", "two", "three").build();

        assertThat(plan(desired, observed, startup(Optional.of(false))).actions()).isEmpty();
    }

    /// Cases of TestComputePodActionsWithRestartableInitContainers.
    @ParameterizedTest
    @ValueSource(
            strings =
                    "kill the pod if all main containers succeeded if pod's RestartPolicy == Never")
    void thePodIsOverWhenOnlySidecarsRunAndNothingElseEverWill(String name) {
        var desired = mesh().restart("Never").build();
        var observed =
                seen(desired)
                        .sandbox(0)
                        .running("one", "three")
                        .exited("two", 0, 1)
                        .exited("app", 0, 0)
                        .exited("log", 0, 1)
                        .build();

        var plan = plan(desired, observed, ProbeResults.NONE);

        assertThat(plan.over()).as(name).isTrue();
        assertThat(plan.actions()).isEmpty();
    }

    @Test
    void thePodIsNotOverWhileARegularContainerMayComeBack() {
        var desired = mesh().restart("OnFailure").build();
        var observed =
                seen(desired)
                        .sandbox(0)
                        .running("one", "two", "three")
                        .exited("app", 0, 0)
                        .exited("log", 0, 1)
                        .build();

        assertThat(plan(desired, observed, ProbeResults.NONE).over()).isFalse();
    }

    @Test
    void aSidecarThatCrashesWaitsForItsBackOffAndHoldsUpWhatComesAfterIt() {
        var desired = mesh().build();
        var observed = seen(desired).sandbox(0).exited("one", 1, 1, NOW).build();
        var backOff =
                RestartBackOff.NONE.lengthened(
                        ContainerPlanner.backOffKey(desired.initContainers().getFirst()), NOW, NOW);

        var plan =
                PodPlanner.plan(new PlanInput(desired, observed, ProbeResults.NONE, backOff, NOW));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.waits())
                .singleElement()
                .satisfies(
                        wait ->
                                assertThat(wait.reason())
                                        .isInstanceOf(WaitReason.CrashLoopBackOff.class));
    }

    private static Pods mesh() {
        return pod("web").sidecars("one", "two", "three").containers("app", "log");
    }

    private static Plan plan(DesiredPod desired, PodObservation seen, ProbeResults probes) {
        return PodPlanner.plan(new PlanInput(desired, seen, probes, RestartBackOff.NONE, NOW));
    }

    private static Arguments row(
            String name, DesiredPod desired, Function<Seen, Seen> observed, PodAction... expected) {
        return arguments(name, desired, observed.apply(seen(desired)).build(), List.of(expected));
    }

    private static PodAction start(String container, ContainerKind kind) {
        return new PodAction.StartContainer(container, kind, 0, FIRST, Optional.empty());
    }

    private static PodAction again(String sidecar) {
        return new PodAction.StartContainer(
                sidecar, ContainerKind.SIDECAR, 1, FIRST, Optional.of(PAST));
    }

    private static PodAction stop(String container, Reason reason) {
        return new PodAction.StopContainer(
                id(container, 0), container, Duration.ofSeconds(30), reason);
    }
}
