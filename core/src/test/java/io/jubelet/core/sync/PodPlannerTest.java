package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
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
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.core.status.ProbeResults;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.Seen;
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

final class PodPlannerTest {
    private static final Instant NOW = PAST.plusSeconds(3600);
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final SandboxId FIRST = new SandboxId("sandbox-0");

    /// Cases of TestComputePodActions.
    static Stream<Arguments> rows() {
        var always = pod("web").containers("app", "log").build();
        var onFailure = pod("web").containers("app", "log").restart("OnFailure").build();
        var never = pod("web").containers("app", "log").restart("Never").build();
        var hostNetwork =
                pod("web")
                        .containers("app")
                        .with(p -> p.getSpecBuilder().setHostNetwork(true))
                        .build();
        return Stream.of(
                row(
                        "start pod sandbox and all containers for a new pod: first the sandbox",
                        always,
                        s -> s,
                        sandbox(0)),
                row(
                        "start pod sandbox and all containers for a new pod: then the containers",
                        always,
                        s -> s.sandbox(0),
                        start("app", 0),
                        start("log", 0)),
                row(
                        "everything is good; do nothing",
                        always,
                        s -> s.sandbox(0).running("app", "log")),
                row(
                        "restart exited containers if RestartPolicy == Always",
                        always,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 111),
                        restart("app", 1),
                        restart("log", 1)),
                row(
                        "restart failed containers if RestartPolicy == OnFailure",
                        onFailure,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 111),
                        restart("log", 1)),
                row(
                        "restart created but not started containers if RestartPolicy == OnFailure:"
                                + " make it anew",
                        onFailure,
                        s -> s.sandbox(0).exited("app", 0, 0).created("log"),
                        new PodAction.RemoveContainer(id("log", 0), log("log", 0))),
                row(
                        "don't restart containers if RestartPolicy == Never",
                        never,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 111)),
                row(
                        "Kill pod and recreate everything if the pod sandbox is dead, and"
                                + " RestartPolicy == Always: first stop what runs",
                        always,
                        s -> s.deadSandbox(0).running("app").exited("log", 0, 0),
                        stop("app", Reason.SANDBOX_CHANGED)),
                row(
                        "then make the sandbox anew with the next attempt",
                        always,
                        s -> s.deadSandbox(0).exited("app", 0, 137).exited("log", 0, 0),
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "Kill pod and recreate all containers (except for the succeeded one) if the"
                                + " pod sandbox is dead, and RestartPolicy == OnFailure",
                        onFailure,
                        s -> s.deadSandbox(0).exited("app", 0, 0).exited("log", 0, 1).sandbox(1),
                        new PodAction.StartContainer(
                                "log",
                                ContainerKind.REGULAR,
                                1,
                                new SandboxId("sandbox-1"),
                                Optional.of(PAST))),
                row(
                        "Verify we do not create a pod sandbox if no ready sandbox for pod with"
                                + " RestartPolicy=OnFailure and all containers succeeded",
                        onFailure,
                        s -> s.deadSandbox(0).exited("app", 0, 0).exited("log", 0, 0)),
                row(
                        "Verify we do not create a pod sandbox if no ready sandbox for pod with"
                                + " RestartPolicy=Never and all containers exited",
                        never,
                        s -> s.deadSandbox(0).exited("app", 0, 1).exited("log", 0, 0)),
                row(
                        "RestartPolicy == Never but no container was ever started: make a sandbox",
                        never,
                        s -> s.deadSandbox(0).created("app"),
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "RestartPolicy == Never and one of two containers has run: nothing is made",
                        never,
                        s -> s.deadSandbox(0).exited("app", 0, 1)),
                row(
                        "Kill and recreate the container if the container's spec changed",
                        always,
                        s -> s.sandbox(0).runningWithHash("app", "other").running("log"),
                        stop("app", Reason.SPECIFICATION_CHANGED)),
                row(
                        "Kill and recreate the container if the container is in unknown state:"
                                + " first stop it",
                        never,
                        s -> s.sandbox(0).unknown("app").running("log"),
                        stop("app", Reason.STATE_UNKNOWN)),
                row(
                        "Restart the container if the container is in created state: make it anew",
                        never,
                        s -> s.sandbox(0).created("app").running("log"),
                        new PodAction.RemoveContainer(id("app", 0), log("app", 0))),
                row(
                        "Verify we create a pod sandbox if no ready sandbox for pod with"
                                + " RestartPolicy=Never and no containers have ever been created",
                        never,
                        s -> s.deadSandbox(0),
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "two ready sandboxes: stop both",
                        always,
                        s -> s.sandbox(0).sandbox(1),
                        new PodAction.StopSandbox(
                                new SandboxId("sandbox-1"), Reason.SANDBOX_CHANGED),
                        new PodAction.StopSandbox(FIRST, Reason.SANDBOX_CHANGED)),
                row(
                        "Kill pod and recreate all containers if the PodSandbox does not have an IP:"
                                + " stop it first",
                        always,
                        s -> s.sandbox(0, SandboxState.READY, List.of(), false),
                        new PodAction.StopSandbox(FIRST, Reason.SANDBOX_CHANGED)),
                row(
                        "a host-network sandbox needs no address of its own",
                        hostNetwork,
                        s -> s.sandbox(0, SandboxState.READY, List.of(), true).running("app")),
                row(
                        "the network namespace changed: stop the sandbox",
                        hostNetwork,
                        s -> s.sandbox(0),
                        new PodAction.StopSandbox(FIRST, Reason.SANDBOX_CHANGED)),
                row(
                        "a container alive in an older sandbox is stopped first",
                        always,
                        s -> s.deadSandbox(0).running("app").sandbox(1),
                        stop("app", Reason.SANDBOX_CHANGED)),
                row(
                        "of dead containers one is kept beside the newest",
                        pod("web").containers("app").build(),
                        s ->
                                s.sandbox(0)
                                        .exited("app", 2, 1, NOW)
                                        .exited("app", 1, 1)
                                        .exited("app", 0, 1),
                        restart("app", 3, NOW)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void plans(String name, DesiredPod desired, PodObservation observed, List<PodAction> expected) {
        var plan = plan(desired, observed, RestartBackOff.NONE, NOW);

        assertThat(plan.actions()).as(name).isEqualTo(expected);
    }

    @Test
    void waitsForTheBackOffOfAContainerThatCrashedAgain() {
        var desired = pod("web").containers("app").build();
        var container = desired.containers().getFirst();
        var ended = NOW.minusSeconds(4);
        var backOff =
                RestartBackOff.NONE.lengthened(
                        ContainerPlanner.backOffKey(container),
                        ended.minusSeconds(9),
                        ended.minusSeconds(8));

        var plan =
                plan(
                        desired,
                        seen(desired).sandbox(0).exited("app", 1, 1, ended).build(),
                        backOff,
                        NOW);

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.waits()).hasSize(1);
        assertThat(plan.waits().getFirst().nextTry()).contains(ended.plusSeconds(10));
        assertThat(plan.waits().getFirst().reason())
                .isInstanceOf(WaitReason.CrashLoopBackOff.class)
                .extracting(WaitReason::message)
                .isEqualTo("back-off 10s restarting failed container=app pod=web_default(web-uid)");
    }

    /// Cases of TestDoBackOff.
    static Stream<Arguments> backOffs() {
        var app = pod("web").containers("app").build();
        var ended = NOW.minusSeconds(5);
        return Stream.of(
                arguments("container running", seen(app).sandbox(0).running("app"), 0, 0),
                arguments("not in backoff", seen(app).sandbox(0).exited("app", 0, 1, PAST), 1, 0),
                arguments("in backoff", seen(app).sandbox(0).exited("app", 0, 1, ended), 0, 1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("backOffs")
    void waitsWhereItCrashedLately(String name, Seen observed, int actions, int waits) {
        var app = pod("web").containers("app").build();
        var key = ContainerPlanner.backOffKey(app.containers().getFirst());
        var backOff = RestartBackOff.NONE.lengthened(key, PAST, NOW.minusSeconds(9));

        var plan = plan(app, observed.build(), backOff, NOW);

        assertThat(plan.actions()).as(name).hasSize(actions);
        assertThat(plan.waits()).as(name).hasSize(waits);
    }

    @Test
    void countsCrashesByNameAndImage() {
        var app = Pods.container("app");

        assertThat(ContainerPlanner.backOffKey(app))
                .isNotEqualTo(
                        ContainerPlanner.backOffKey(app.toBuilder().setImage("other").build()))
                .isNotEqualTo(
                        ContainerPlanner.backOffKey(app.toBuilder().setName("other").build()));
    }

    @Test
    void removesWhatIsOlderThanTheLastDeadContainerAndItsEmptySandbox() {
        var desired = pod("web").containers("app").build();
        var observed =
                seen(desired)
                        .deadSandbox(0)
                        .exited("app", 0, 1)
                        .sandbox(1)
                        .exited("app", 1, 1)
                        .exited("app", 2, 1)
                        .build();
        var stillWaiting =
                RestartBackOff.NONE.lengthened(
                        ContainerPlanner.backOffKey(desired.containers().getFirst()), PAST, PAST);

        var plan = plan(desired, observed, stillWaiting, PAST.plusSeconds(1));

        assertThat(plan.actions())
                .containsExactly(
                        new PodAction.RemoveContainer(id("app", 0), log("app", 0)),
                        new PodAction.RemoveSandbox(FIRST));
    }

    /// Cases of TestComputePodActions.
    static Stream<Arguments> verdicts() {
        return Stream.of(
                arguments(
                        "Kill and recreate the container if the liveness check has failed",
                        ProbeKind.LIVENESS,
                        Optional.empty(),
                        Reason.LIVENESS_FAILED,
                        GRACE),
                arguments(
                        "Kill and recreate the container if the startup check has failed",
                        ProbeKind.STARTUP,
                        Optional.empty(),
                        Reason.STARTUP_FAILED,
                        GRACE),
                arguments(
                        "the probe's own grace period",
                        ProbeKind.LIVENESS,
                        Optional.of(Duration.ofSeconds(5)),
                        Reason.LIVENESS_FAILED,
                        Duration.ofSeconds(5)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("verdicts")
    void stopsWhatItsProbesCondemn(
            String name, ProbeKind kind, Optional<Duration> grace, Reason reason, Duration given) {
        var desired = pod("web").containers("app", "log").restart("Never").build();
        var observed = seen(desired).sandbox(0).running("app", "log").build();
        var failed = new ProbeVerdicts.Failed(kind, grace);
        var verdicts = new ProbeVerdicts(Map.of(id("log", 0), failed));

        var plan =
                PodPlanner.plan(
                        new PlanInput(
                                desired,
                                observed,
                                ProbeResults.NONE,
                                verdicts,
                                RestartBackOff.NONE,
                                NOW));

        assertThat(plan.actions())
                .as(name)
                .containsExactly(new PodAction.StopContainer(id("log", 0), "log", given, reason));
    }

    private static Plan plan(
            DesiredPod desired, PodObservation seen, RestartBackOff backOff, Instant now) {
        return PodPlanner.plan(new PlanInput(desired, seen, ProbeResults.NONE, backOff, now));
    }

    private static Arguments row(
            String name, DesiredPod desired, Function<Seen, Seen> observed, PodAction... expected) {
        return arguments(name, desired, observed.apply(seen(desired)).build(), List.of(expected));
    }

    private static PodAction sandbox(int attempt) {
        return new PodAction.CreateSandbox(attempt, List.of());
    }

    private static PodAction start(String container, int attempt) {
        return new PodAction.StartContainer(
                container, ContainerKind.REGULAR, attempt, FIRST, Optional.empty());
    }

    private static PodAction restart(String container, int attempt) {
        return restart(container, attempt, PAST);
    }

    private static PodAction restart(String container, int attempt, Instant ended) {
        return new PodAction.StartContainer(
                container, ContainerKind.REGULAR, attempt, FIRST, Optional.of(ended));
    }

    private static PodAction stop(String container, Reason reason) {
        return new PodAction.StopContainer(id(container, 0), container, GRACE, reason);
    }
}
