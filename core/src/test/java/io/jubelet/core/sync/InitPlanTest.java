package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.log;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.status.ProbeResults;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.testing.Pods;
import io.jubelet.core.testing.Seen;
import io.jubelet.core.waiting.InitContainerRunning;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is planned for containers that run before the others.
final class InitPlanTest {
    private static final Instant NOW = PAST.plusSeconds(3600);
    private static final SandboxId FIRST = new SandboxId("sandbox-0");
    private static final PodAction ANEW = new PodAction.CreateSandbox(1, List.of(FIRST));

    private static final DesiredPod ALWAYS = three().build();
    private static final DesiredPod ON_FAILURE = three().restart("OnFailure").build();
    private static final DesiredPod NEVER = three().restart("Never").build();

    /// Cases of TestComputePodActionsWithInitContainers.
    static Stream<Arguments> rows() {
        return Stream.of(
                row(
                        "initialization completed; start all containers",
                        ALWAYS,
                        s -> done(s, "one", "two", "three"),
                        regular("app"),
                        regular("log")),
                row(
                        "no init containers have been started; start the first one",
                        ALWAYS,
                        s -> s.sandbox(0),
                        init("one")),
                row(
                        "the first has succeeded: start the next",
                        ALWAYS,
                        s -> done(s, "one"),
                        init("two")),
                row(
                        "initialization in progress; do nothing",
                        ALWAYS,
                        s -> done(s, "one", "two").running("three")),
                row(
                        "Kill pod and restart the first init container if the pod sandbox is dead:"
                                + " first a sandbox",
                        ALWAYS,
                        s -> dead(s, "one", "two", "three"),
                        ANEW),
                row(
                        "Kill pod and restart the first init container if the pod sandbox is dead:"
                                + " then the container",
                        ALWAYS,
                        s -> dead(s, "one", "two", "three").sandbox(1),
                        again("one", "sandbox-1")),
                row(
                        "initialization failed; restart the last init container if RestartPolicy =="
                                + " Always",
                        ALWAYS,
                        s -> done(s, "one", "two").exited("three", 0, 137),
                        again("three", "sandbox-0")),
                row(
                        "initialization failed; restart the last init container if RestartPolicy =="
                                + " OnFailure",
                        ON_FAILURE,
                        s -> done(s, "one", "two").exited("three", 0, 137),
                        again("three", "sandbox-0")),
                row(
                        "initialization failed; kill pod if RestartPolicy == Never: nothing starts,"
                                + " and the phase ends it",
                        NEVER,
                        s -> done(s, "one", "two").exited("three", 0, 137)),
                row(
                        "init container state unknown; kill and recreate the last init container if"
                                + " RestartPolicy == Always: first stop it",
                        ALWAYS,
                        s -> done(s, "one", "two").unknown("three"),
                        stop("three")),
                row(
                        "init container state unknown; kill and recreate the last init container if"
                                + " RestartPolicy == OnFailure: first stop it",
                        ON_FAILURE,
                        s -> done(s, "one", "two").unknown("three"),
                        stop("three")),
                row(
                        "init container state unknown; kill pod if RestartPolicy == Never: first"
                                + " stop it, then it has failed",
                        NEVER,
                        s -> done(s, "one", "two").unknown("three"),
                        stop("three")),
                row(
                        "Pod sandbox not ready, init container failed, but RestartPolicy == Never;"
                                + " kill pod only",
                        NEVER,
                        s -> dead(s, "one", "two").exited("three", 0, 137)),
                row(
                        "Pod sandbox not ready, and RestartPolicy == Never, but no visible init"
                                + " containers;  create a new pod sandbox",
                        NEVER,
                        s -> s.deadSandbox(0),
                        ANEW),
                row(
                        "Pod sandbox not ready, init container failed, and RestartPolicy =="
                                + " OnFailure; create a new pod sandbox",
                        ON_FAILURE,
                        s -> dead(s, "one", "two").exited("three", 0, 137),
                        ANEW),
                row(
                        "some of the init container statuses are missing but the last init"
                                + " container is running, don't restart preceding ones",
                        ALWAYS,
                        s -> s.sandbox(0).running("three")),
                row(
                        "an init container is in the created state due to an unknown error when"
                                + " starting container; restart it: make it anew",
                        ALWAYS,
                        s -> done(s, "one", "two").created("three"),
                        new PodAction.RemoveContainer(id("three", 0), log("three", 0))),
                row(
                        "they are not looked at once a regular container has started",
                        ALWAYS,
                        s -> s.sandbox(0).running("app", "log")),
                row(
                        "they come first though a regular container was once made",
                        ALWAYS,
                        s -> s.sandbox(0).created("app"),
                        init("one")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void plans(String name, DesiredPod desired, PodObservation observed, List<PodAction> expected) {
        assertThat(plan(desired, observed).actions()).as(name).isEqualTo(expected);
    }

    @Test
    void saysThatAnInitContainerIsWaitedFor() {
        var plan = plan(ALWAYS, seen(ALWAYS).sandbox(0).running("one").build());

        assertThat(plan.waits())
                .singleElement()
                .satisfies(
                        wait ->
                                assertThat(wait.reason())
                                        .isEqualTo(new InitContainerRunning("one")));
    }

    private static Pods three() {
        return pod("web").initContainers("one", "two", "three").containers("app", "log");
    }

    private static Seen done(Seen seen, String... names) {
        return succeeded(seen.sandbox(0), names);
    }

    private static Seen dead(Seen seen, String... names) {
        return succeeded(seen.deadSandbox(0), names);
    }

    private static Seen succeeded(Seen seen, String... names) {
        for (var name : names) {
            seen.exited(name, 0, 0);
        }
        return seen;
    }

    private static Plan plan(DesiredPod desired, PodObservation seen) {
        return PodPlanner.plan(
                new PlanInput(desired, seen, ProbeResults.NONE, RestartBackOff.NONE, NOW));
    }

    private static Arguments row(
            String name, DesiredPod desired, Function<Seen, Seen> observed, PodAction... expected) {
        return arguments(name, desired, observed.apply(seen(desired)).build(), List.of(expected));
    }

    private static PodAction init(String name) {
        return new PodAction.StartContainer(name, ContainerKind.INIT, 0, FIRST, Optional.empty());
    }

    private static PodAction regular(String name) {
        return new PodAction.StartContainer(
                name, ContainerKind.REGULAR, 0, FIRST, Optional.empty());
    }

    private static PodAction again(String name, String sandbox) {
        return new PodAction.StartContainer(
                name, ContainerKind.INIT, 1, new SandboxId(sandbox), Optional.of(PAST));
    }

    private static PodAction stop(String name) {
        return new PodAction.StopContainer(
                id(name, 0), name, Duration.ofSeconds(30), Reason.STATE_UNKNOWN);
    }
}
