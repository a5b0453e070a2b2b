package io.jubelet.sim;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.desired.RestartAllPolicy;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.Phase;
import io.jubelet.model.pod.PodNames;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.schedule.Seeded;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The cluster's share of [Churn]: pods are bound, deleted with grace and by force, made again
/// under their name; the API server goes, forgets, hesitates, and does what it then does not
/// answer.
///
/// Thread: the one that leads the simulation.
final class ClusterChurn {
    private static final int MOST_PODS = 6;
    private static final Duration PROMPT = Duration.ofSeconds(20);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Simulation simulation;
    private final Seeded random;
    private final FakeCluster cluster;
    private final BoundPods bound;
    private final Function<String, PodSketch> sketches;
    private int names;

    ClusterChurn(
            Simulation simulation,
            Simulation.ClusterSide side,
            Seeded random,
            Function<String, PodSketch> sketches) {
        this.simulation = simulation;
        this.random = random;
        this.cluster = side.cluster();
        this.bound = side.bound();
        this.sketches = sketches;
    }

    void create() {
        names++;
        bound.create(sketches.apply("api" + names));
    }

    void act() {
        var pods = bound.all();
        if (pods.isEmpty()) {
            create();
            return;
        }
        var pod = random.pick(pods);
        switch (random.below(21)) {
            case 0, 1, 2 -> {
                if (pods.size() < MOST_PODS) {
                    create();
                }
            }
            case 3, 4 -> bound.delete(pod, random.pick(List.of(OptionalLong.empty(), grace())));
            case 5 -> bound.delete(pod, OptionalLong.of(0));
            case 6 -> replace(pod);
            case 7 -> hasten(pod);
            case 8 -> bound.condition(pod);
            case 9 -> bound.label(pod, "v" + random.below(9));
            case 10 -> outage();
            case 11 -> cluster.cutWatches();
            case 12 -> cluster.expireWatches();
            case 13 -> cluster.faults().loseAnswers(ClusterChurn::isWrite, random.between(1, 5));
            case 14 ->
                    cluster.faults()
                            .tooBusy(Call.any(), random.between(1, 9), Duration.ofSeconds(1));
            case 15 -> cluster.faults().failing(ClusterChurn::isWrite, random.between(1, 9));
            case 16 -> slow();
            case 17, 18, 19 -> bound.debug(pod, random.pick(List.of("serve", "sleep 5 exit 1")));
            default -> deleteMirror();
        }
    }

    private OptionalLong grace() {
        return OptionalLong.of(random.between(1, 20));
    }

    /// Force-deleted, and another of its name at once.
    private void replace(Pod pod) {
        bound.delete(pod, OptionalLong.of(0));
        if (bound.find(new PodUid(pod.getMetadata().getUid())).isEmpty()) {
            bound.create(sketches.apply(pod.getMetadata().getName()));
        }
    }

    /// Deleted with much time, then with little.
    private void hasten(Pod pod) {
        bound.delete(pod, OptionalLong.of(60));
        simulation.advance(random.between(Duration.ofMillis(1), Duration.ofSeconds(9)));
        bound.delete(pod, OptionalLong.of(random.pick(List.of(0, 1, 5))));
    }

    private void outage() {
        cluster.goDown();
        var time =
                random.oneIn(6)
                        ? Duration.ofMinutes(random.between(5, 20))
                        : random.between(Duration.ofMillis(1), Duration.ofSeconds(40));
        simulation.advance(time);
        cluster.comeBack();
    }

    private void slow() {
        cluster.faults().slow(ClusterChurn::isWrite, random.between(Duration.ofMillis(1), MINUTE));
        simulation.advance(random.between(Duration.ofMillis(1), Duration.ofSeconds(20)));
        cluster.faults().clear();
    }

    private void deleteMirror() {
        var mirrors = bound.mirrors();
        if (!mirrors.isEmpty()) {
            bound.delete(
                    random.pick(mirrors),
                    random.pick(List.of(OptionalLong.of(0), OptionalLong.empty())));
        }
    }

    void calmDown() {
        cluster.faults().clear();
        cluster.comeBack();
    }

    /// An agent that comes back to a node as its predecessor left it has nothing to write.
    void comesBackInSilence() {
        simulation.advance(Duration.ofSeconds(15));
        var steady =
                Stream.concat(bound.all().stream(), bound.mirrors().stream())
                        .filter(this::isSteady)
                        .map(pod -> pod.getMetadata().getName())
                        .collect(Collectors.toSet());
        var before = writes(steady);
        simulation.killAgent();
        simulation.advance(Duration.ofSeconds(1));
        simulation.startAgent();
        simulation.advance(MINUTE);
        var more = writes(steady).subList(before.size(), writes(steady).size());
        if (!more.isEmpty()) {
            throw new AssertionError("a restart without change wrote: " + more);
        }
    }

    /// Whether nothing is about to happen to the pod: all of it serves.
    private boolean isSteady(Pod pod) {
        var wish = simulation.wishes().find(ClusterEnd.original(pod));
        if (wish.filter(Wishes.Wish::firm).isEmpty()) {
            return false;
        }
        var status = pod.getStatus();
        if (PodNames.isMirror(pod) && startedOver(status)) {
            return false;
        }
        if (Phase.isFinal(status.getPhase())) {
            return true;
        }
        var running =
                status.getContainerStatusesList().stream().filter(c -> c.getState().hasRunning());
        var initialised =
                status.getInitContainerStatusesList().stream()
                        .allMatch(c -> c.getState().hasTerminated());
        var parts = wish.get().sketch().containers();
        return status.getPhase().equals("Running")
                && (initialised
                        && running.count() == parts.size()
                        && parts.stream().noneMatch(part -> part.command().contains("exit"))
                        && parts.stream().allMatch(this::staysAsItIs));
    }

    /// Whether all of it started over: how its containers ended before is told by nobody but who
    /// removed them, and of static pods nothing is kept.
    private static boolean startedOver(PodStatus status) {
        return Stream.concat(
                        status.getInitContainerStatusesList().stream(),
                        status.getContainerStatusesList().stream())
                .anyMatch(
                        it ->
                                it.getLastState()
                                        .getTerminated()
                                        .getReason()
                                        .equals(RestartAllPolicy.REASON));
    }

    /// Whether no probe ends the container or changes its mind, and what probes say is remembered.
    private boolean staysAsItIs(PodSketch.Part part) {
        if (!part.checks().isEmpty() && !simulation.memory().alwaysReliable()) {
            return false;
        }
        return part.checks().stream()
                .filter(check -> check.kind() != ProbeKind.READINESS)
                .allMatch(
                        check -> check.command().equals("ok") || check.command().contains("after"));
    }

    private static boolean isWrite(Call call) {
        return call.resource().equals(ApiResource.PODS)
                && Set.of(Verb.PATCH, Verb.CREATE, Verb.DELETE).contains(call.verb());
    }

    private List<Call> writes(Set<String> pods) {
        return cluster.calls().stream()
                .filter(ClusterChurn::isWrite)
                .filter(call -> pods.contains(call.name().name()))
                .toList();
    }

    /// In a world in order a pod is told to run soon after it was bound, and is gone soon after it
    /// was deleted.
    void actsPromptly() {
        var uid = bound.create(PodSketch.server("prompt-api"));
        simulation.await("a bound pod is told to be ready", PROMPT, () -> isReady(uid));
        bound.delete(bound.find(uid).orElseThrow(), OptionalLong.empty());
        simulation.await("a deleted pod is gone", PROMPT, () -> bound.find(uid).isEmpty());
    }

    private boolean isReady(PodUid uid) {
        return bound.find(uid).stream()
                .flatMap(pod -> pod.getStatus().getConditionsList().stream())
                .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
    }
}
