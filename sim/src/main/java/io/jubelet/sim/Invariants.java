package io.jubelet.sim;

import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.sim.runtime.Behaviour;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.RuntimeFact;
import io.jubelet.sim.runtime.RuntimeFact.Cause;
import io.jubelet.sim.runtime.RuntimeModel;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What must hold at every moment of every run, read from the runtime's truth, the manifests and the
/// agent's views.
///
/// Thread: whoever holds the baton; facts come in effects of the timeline.
final class Invariants {
    /// The shortest grace an agent gives; who stops within it is never killed.
    private static final Duration SHORTEST_GRACE = Duration.ofSeconds(2);

    /// A call of an agent that crashed may still be done so long after.
    private static final Duration CRASH_SHADOW = Duration.ofMillis(600);

    private final RuntimeModel truth;
    private final Wishes wishes;
    private final Supplier<List<PodView>> views;
    private final Supplier<Duration> elapsed;
    private final Map<PodUid, String> finalPhases = new LinkedHashMap<>();
    private final Map<String, Integer> lastExits = new LinkedHashMap<>();
    private Duration lastCrash = Duration.ofDays(-1);

    Invariants(
            RuntimeModel truth,
            Wishes wishes,
            Supplier<List<PodView>> views,
            Supplier<Duration> elapsed) {
        this.truth = truth;
        this.wishes = wishes;
        this.views = views;
        this.elapsed = elapsed;
    }

    /// One of them does not hold.
    static final class Violation extends RuntimeException {
        Violation(String message) {
            super(message);
        }
    }

    void crashed() {
        lastCrash = elapsed.get();
    }

    /// The pod was taken out of the configuration, or came back: its history starts over.
    void startsOver(PodUid uid) {
        finalPhases.remove(uid);
        lastExits.keySet().removeIf(key -> key.startsWith(uid + "/"));
    }

    void onFact(RuntimeFact fact) {
        switch (fact) {
            case RuntimeFact.ContainerCreated created -> ownSandbox(created.container());
            case RuntimeFact.ContainerStarted started -> onStart(started.container());
            case RuntimeFact.ContainerExited exited -> onExit(exited.container(), exited.cause());
            case RuntimeFact.SandboxStarted _,
                    RuntimeFact.SandboxStopped _,
                    RuntimeFact.SandboxRemoved _ -> {}
            case RuntimeFact.ContainerRemoved removed -> onRemoval(removed.container());
        }
    }

    /// What is not tied to one fact.
    void check() {
        for (var view : views.get()) {
            nothingRunsAfterTheEnd(view);
            finalPhaseStays(view);
        }
    }

    private static void ownSandbox(FakeContainer container) {
        require(
                container.sandbox().owner().equals(container.owner()),
                container + " was made in another pod's " + container.sandbox());
    }

    private void onStart(FakeContainer container) {
        require(container.sandbox().ready(), container + " started without a ready sandbox");
        var twins =
                truth.containers().stream()
                        .filter(FakeContainer::running)
                        .filter(other -> key(other).equals(key(container)))
                        .count();
        require(twins == 1, twins + " instances of " + container + " run at once");
        restartIsAllowed(container);
        pod(container).ifPresent(uid -> podMayStart(uid, container));
    }

    private void restartIsAllowed(FakeContainer container) {
        var sketch = pod(container).flatMap(wishes::sketch);
        var last = Optional.ofNullable(lastExits.get(key(container)));
        if (sketch.isEmpty() || last.isEmpty() || isInit(sketch.get(), container)) {
            return;
        }
        var allowed =
                switch (sketch.get().restartPolicy()) {
                    case ALWAYS -> true;
                    case ON_FAILURE -> last.get() != 0;
                    case NEVER -> false;
                };
        require(
                allowed,
                container + " was restarted after exit " + last.get() + " against its policy");
    }

    private void podMayStart(PodUid uid, FakeContainer container) {
        if (inCrashShadow()) {
            return;
        }
        var stage = views.get().stream().filter(v -> v.identity().uid().equals(uid)).findFirst();
        require(
                stage.map(PodView::stage).filter(s -> s.equals("Syncing")).isPresent(),
                container
                        + " started while its pod is "
                        + stage.map(PodView::stage).orElse("gone"));
    }

    private void onExit(FakeContainer container, Cause cause) {
        var code = container.exit().orElseThrow().code();
        lastExits.put(key(container), code);
        if (cause != Cause.A_CALL) {
            return;
        }
        pod(container).ifPresent(uid -> untouchedPodIsLeftAlone(uid, container));
        var prompt =
                Behaviour.of(container.spec())
                        .stopsIn()
                        .filter(time -> time.compareTo(SHORTEST_GRACE) < 0)
                        .isPresent();
        require(code != 137 || !prompt, container + " was killed, though it stops when asked");
    }

    /// What ends because its pod was taken away leaves no history to a pod that comes back.
    private void onRemoval(FakeContainer container) {
        if (!settled(container.sandbox().spec().pod().uid())) {
            lastExits.remove(key(container));
        }
    }

    /// Whether the pod is wanted, and has been for long enough that no earlier end touches it.
    private boolean settled(PodUid uid) {
        return wishes.find(uid)
                .filter(Wishes.Wish::firm)
                .filter(wish -> wish.safeFrom().compareTo(elapsed.get()) <= 0)
                .isPresent();
    }

    private void untouchedPodIsLeftAlone(PodUid uid, FakeContainer container) {
        var wish = wishes.find(uid);
        if (wish.isEmpty() || !wish.get().firm() || !container.sandbox().ready()) {
            return;
        }
        var safe = wish.get().safeFrom().compareTo(startedAt(container)) <= 0;
        require(!safe, container + " of an untouched pod was stopped by the agent");
    }

    private Duration startedAt(FakeContainer container) {
        return container
                .startedAt()
                .map(at -> Duration.between(SimScheduler.EPOCH, at))
                .orElse(elapsed.get());
    }

    private void nothingRunsAfterTheEnd(PodView view) {
        if (!view.stage().equals("Terminated") || inCrashShadow()) {
            return;
        }
        var alive =
                truth.containers().stream()
                        .filter(FakeContainer::running)
                        .filter(c -> pod(c).equals(Optional.of(view.identity().uid())))
                        .findFirst();
        require(alive.isEmpty(), "the pod is Terminated, yet this runs: " + alive);
    }

    private void finalPhaseStays(PodView view) {
        var uid = view.identity().uid();
        var phase = view.status().getPhase();
        if (!settled(uid)) {
            return;
        }
        var settled = finalPhases.get(uid);
        if (settled == null) {
            if (phase.equals("Succeeded") || phase.equals("Failed")) {
                finalPhases.put(uid, phase);
            }
        } else if (!phase.isEmpty()) {
            require(
                    phase.equals(settled),
                    view.identity() + " went from the final phase " + settled + " to " + phase);
        }
    }

    private boolean inCrashShadow() {
        return elapsed.get().minus(lastCrash).compareTo(CRASH_SHADOW) < 0;
    }

    private static boolean isInit(PodSketch sketch, FakeContainer container) {
        return sketch.init().stream().anyMatch(part -> part.name().equals(container.spec().name()));
    }

    private static Optional<PodUid> pod(FakeContainer container) {
        return Optional.of(container.sandbox().spec().pod().uid());
    }

    private static String key(FakeContainer container) {
        return container.sandbox().spec().pod().uid() + "/" + container.spec().name();
    }

    static void require(boolean holds, String message) {
        if (!holds) {
            throw new Violation("broken invariant: " + message);
        }
    }
}
