package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Pods.rule;
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
import io.jubelet.core.testing.Seen;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Names in upstream's words are cases of TestComputePodActionsWithContainerRestartRules and
/// TestComputePodActionsWithInitAndEphemeralContainers.
final class RestartRulePlanTest {
    private static final Instant NOW = PAST.plusSeconds(3600);
    private static final SandboxId FIRST = new SandboxId("sandbox-0");

    /// Cases of TestComputePodActionsWithContainerRestartRules.
    /// Cases of TestComputePodActionsWithInitAndEphemeralContainers.
    static Stream<Arguments> rows() {
        var bothAlways = own("Always").restart("Never").build();
        var bothOnFailure = own("OnFailure").restart("Never").build();
        var bothNever = own("Never").build();
        var oneOnFailure = pod("web").containers("app").container("log", "OnFailure").build();
        var ruled =
                pod("web")
                        .container("app", "Never", rule("Restart", "In", 42, 43))
                        .container("log", "Never", rule("Restart", "NotIn", 0, 1))
                        .restart("Never")
                        .build();
        var debugged = pod("web").containers("app").ephemeral("debug", "trace").build();
        var initDebugged =
                pod("web").initContainers("one").containers("app").ephemeral("debug").build();
        var initDebuggedOnFailure =
                pod("web")
                        .initContainers("one")
                        .containers("app")
                        .ephemeral("debug")
                        .restart("OnFailure")
                        .build();
        var neverDebugged =
                pod("web").containers("app").ephemeral("debug").restart("Never").build();
        return Stream.of(
                row(
                        "restart exited containers if RestartPolicy == Always",
                        bothAlways,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 111),
                        false,
                        again("app"),
                        again("log")),
                row(
                        "restart failed containers if RestartPolicy == OnFailure",
                        bothOnFailure,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 111),
                        false,
                        again("log")),
                row(
                        "restart created but not started containers if RestartPolicy == OnFailure",
                        bothOnFailure,
                        s -> s.sandbox(0).exited("app", 0, 0).created("log"),
                        false,
                        new PodAction.RemoveContainer(id("log", 0), log("log", 0))),
                row(
                        "don't restart containers if RestartPolicy == Never",
                        bothNever,
                        s -> s.sandbox(0).exited("app", 0, 0).exited("log", 0, 111),
                        true),
                row(
                        "Kill pod and recreate all containers (except for the succeeded one) if"
                                + " the pod sandbox is dead",
                        oneOnFailure,
                        s -> s.deadSandbox(0).exited("app", 0, 0).exited("log", 0, 0),
                        false,
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "a dead sandbox of a pod that never restarts is made anew for a container"
                                + " that does",
                        bothAlways,
                        s -> s.deadSandbox(0).exited("app", 0, 137).exited("log", 0, 137),
                        false,
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "exit codes that the rules name start a container again",
                        ruled,
                        s -> s.sandbox(0).exited("app", 0, 43).exited("log", 0, 2),
                        false,
                        again("app"),
                        again("log")),
                row(
                        "exit codes that the rules do not name fall to the container's policy",
                        ruled,
                        s -> s.sandbox(0).exited("app", 0, 41).exited("log", 0, 1),
                        true),
                row(
                        "steady state; do nothing; ignore ephemeral container",
                        debugged,
                        s -> s.sandbox(0).running("app", "debug", "trace"),
                        false),
                row(
                        "No ephemeral containers running; start one",
                        debugged,
                        s -> s.sandbox(0).running("app"),
                        false,
                        start("debug"),
                        start("trace")),
                row(
                        "Start second ephemeral container",
                        debugged,
                        s -> s.sandbox(0).running("app", "debug"),
                        false,
                        start("trace")),
                row(
                        "Ephemeral container exited; do not restart",
                        debugged,
                        s -> s.sandbox(0).running("app", "debug").exited("trace", 0, 1),
                        false),
                row(
                        "initialization in progress; start ephemeral container",
                        initDebugged,
                        s -> s.sandbox(0).running("one"),
                        false,
                        start("debug")),
                row(
                        "Create a new pod sandbox if the pod sandbox is dead, init container failed"
                                + " and RestartPolicy == OnFailure",
                        initDebuggedOnFailure,
                        s -> s.deadSandbox(0).exited("one", 0, 137),
                        false,
                        new PodAction.CreateSandbox(1, List.of(FIRST))),
                row(
                        "Kill pod and do not restart ephemeral container if the pod sandbox is"
                                + " dead",
                        debugged,
                        s ->
                                s.deadSandbox(0)
                                        .exited("debug", 0, 137)
                                        .exited("trace", 0, 137)
                                        .sandbox(1)
                                        .running("app"),
                        false),
                row(
                        "Kill pod if all containers exited except ephemeral container",
                        neverDebugged,
                        s -> s.sandbox(0).exited("app", 0, 0).running("debug"),
                        true),
                row(
                        "Ephemeral container is in unknown state; leave it alone",
                        debugged,
                        s -> s.sandbox(0).running("app", "debug").unknown("trace"),
                        false),
                row(
                        "an ephemeral container that was made and never started is made anew",
                        debugged,
                        s -> s.sandbox(0).running("app", "debug").created("trace"),
                        false,
                        new PodAction.RemoveContainer(id("trace", 0), log("trace", 0))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void plans(
            String name,
            DesiredPod desired,
            PodObservation observed,
            boolean over,
            List<PodAction> expected) {
        var plan =
                PodPlanner.plan(
                        new PlanInput(
                                desired, observed, ProbeResults.NONE, RestartBackOff.NONE, NOW));

        assertThat(plan.actions()).as(name).isEqualTo(expected);
        assertThat(plan.over()).as(name).isEqualTo(over);
    }

    private static io.jubelet.core.testing.Pods own(String policy) {
        return pod("web").container("app", policy).container("log", policy);
    }

    private static Arguments row(
            String name,
            DesiredPod desired,
            Function<Seen, Seen> observed,
            boolean over,
            PodAction... expected) {
        return arguments(
                name, desired, observed.apply(seen(desired)).build(), over, List.of(expected));
    }

    private static PodAction start(String ephemeral) {
        return new PodAction.StartContainer(
                ephemeral, ContainerKind.EPHEMERAL, 0, FIRST, Optional.empty());
    }

    private static PodAction again(String container) {
        return new PodAction.StartContainer(
                container, ContainerKind.REGULAR, 1, FIRST, Optional.of(PAST));
    }
}
