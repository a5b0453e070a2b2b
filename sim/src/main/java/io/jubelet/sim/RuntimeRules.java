package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeSandbox;
import io.jubelet.sim.runtime.RuntimeFact;
import io.jubelet.sim.runtime.RuntimeFact.Cause;
import io.jubelet.sim.runtime.RuntimeModel;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What may happen in the runtime: one live instance of a container, one live pod of a name, starts
/// only in the pod's own ready sandbox and by its restart policy and back-off, no end of what is
/// wanted, no kill before its grace, no hand on what is not ours.
///
/// Thread: effects of the timeline.
final class RuntimeRules {
    /// The shortest grace an agent gives.
    private static final Duration SHORTEST_GRACE = Duration.ofSeconds(2);

    /// The exit code of what the runtime had lost track of, which only a stop can end.
    static final int LOST_TRACK = 255;

    private static final Duration RATE_WINDOW = Duration.ofSeconds(60);

    /// At once, at once, after 10 s, after 20 s; then 40 s.
    private static final int STARTS_PER_WINDOW = 5;

    private final RuntimeModel truth;
    private final Wishes wishes;
    private final Supplier<List<PodView>> views;
    private final ProbeRules probes;
    private final LifeLog lives;
    private final Map<String, Integer> lastExits = new LinkedHashMap<>();
    private final Set<String> condemned = new HashSet<>();
    private final Map<String, Integer> attempts = new LinkedHashMap<>();
    private final Map<String, List<Duration>> starts = new LinkedHashMap<>();
    private final OrderRules order;

    RuntimeRules(
            RuntimeModel truth,
            Wishes wishes,
            Supplier<List<PodView>> views,
            ProbeRules probes,
            LifeLog lives) {
        this.truth = truth;
        this.wishes = wishes;
        this.views = views;
        this.probes = probes;
        this.lives = lives;
        this.order = new OrderRules(truth, wishes, views);
    }

    void onFact(RuntimeFact fact) {
        switch (fact) {
            case RuntimeFact.ContainerCreated created -> onCreation(created.container());
            case RuntimeFact.ContainerStarted started -> {
                if (started.container().owner().isPresent()) {
                    onStart(started.container());
                }
            }
            case RuntimeFact.ContainerExited exited -> onExit(exited.container(), exited.cause());
            case RuntimeFact.ContainerRemoved removed -> onRemoval(removed.container());
            case RuntimeFact.SandboxStopped stopped ->
                    require(
                            stopped.cause() != Cause.A_CALL
                                    || stopped.sandbox().owner().isPresent(),
                            () -> stopped.sandbox() + " is not ours, and was stopped");
            case RuntimeFact.SandboxRemoved removed -> onRemoval(removed.sandbox());
            case RuntimeFact.SandboxStarted _ -> {}
        }
    }

    private void onCreation(FakeContainer container) {
        require(
                container.sandbox().owner().equals(container.owner()),
                () -> container + " was made in another pod's " + container.sandbox());
        var last = attempts.getOrDefault(key(container), 0);
        require(
                container.spec().attempt() >= last,
                () -> container + " has a lower number than attempt " + last + " before it");
    }

    private void onStart(FakeContainer container) {
        require(container.sandbox().ready(), () -> container + " started without a ready sandbox");
        // From now on there is a log of that number.
        attempts.put(key(container), container.spec().attempt());
        var running = truth.containers().stream().filter(FakeContainer::alive).toList();
        var twins = running.stream().filter(c -> key(c).equals(key(container))).count();
        require(twins == 1, () -> twins + " instances of " + container + " run at once");
        onlyPodOfItsName(container, running);
        restartIsAllowed(container);
        restartIsNotTooSoon(container);
        podMayStart(container);
        order.onStart(container);
    }

    private void onlyPodOfItsName(FakeContainer container, List<FakeContainer> running) {
        var pod = pod(container);
        var other =
                running.stream()
                        .filter(c -> pod(c).fullName().equals(pod.fullName()))
                        .filter(c -> !pod(c).uid().equals(pod.uid()))
                        .findFirst();
        require(
                other.isEmpty() || lives.inCrashShadow() || wishes.isBound(pod.uid()),
                () -> container + " started while an older pod of its name runs: " + other);
    }

    private void restartIsAllowed(FakeContainer container) {
        var sketch = wishes.sketch(pod(container).uid());
        var last = Optional.ofNullable(lastExits.get(key(container)));
        if (sketch.isEmpty() || last.isEmpty() || isInit(sketch.get(), container)) {
            return;
        }
        var policy = sketch.get().restartPolicy();
        var replaced =
                last.get() == LOST_TRACK
                        || (condemned.contains(key(container)) && policy != RestartPolicy.NEVER);
        require(
                replaced || policy.restartsAfter(last.get()),
                () ->
                        container
                                + " was restarted after exit "
                                + last.get()
                                + " against its policy");
    }

    private void restartIsNotTooSoon(FakeContainer container) {
        var times = starts.computeIfAbsent(key(container), _ -> new ArrayList<>());
        times.removeIf(at -> lives.now().minus(at).compareTo(RATE_WINDOW) > 0);
        times.add(lives.now());
        // A crash may fall before the back-off is remembered; what is not remembered starts over.
        var agents = lives.startsWithin(RATE_WINDOW);
        var allowed =
                lives.memoryReliable()
                        ? STARTS_PER_WINDOW + 2 * agents
                        : STARTS_PER_WINDOW * (1 + agents);
        require(
                times.size() <= allowed,
                () -> container + " was started " + times.size() + " times in " + RATE_WINDOW);
    }

    private void podMayStart(FakeContainer container) {
        var uid = pod(container).uid();
        var stage =
                views.get().stream()
                        .filter(view -> view.identity().uid().equals(uid))
                        .map(PodView::stage)
                        .findFirst()
                        .orElse("gone");
        require(
                stage.equals("Syncing") || lives.inCrashShadow(),
                () -> container + " started while its pod is " + stage);
    }

    private void onExit(FakeContainer container, Cause cause) {
        if (container.givenUp()) {
            return;
        }
        var code = container.exit().orElseThrow().code();
        lastExits.put(key(container), code);
        if (probes.condemned(container)) {
            condemned.add(key(container));
        } else {
            condemned.remove(key(container));
        }
        order.onExit(container, cause);
        if (cause != Cause.A_CALL) {
            return;
        }
        require(container.owner().isPresent(), () -> container + " is not ours, and was stopped");
        if (code != LOST_TRACK) {
            untouchedPodIsLeftAlone(container);
        }
        if (code == 137) {
            graceIsGiven(container);
        }
    }

    private void untouchedPodIsLeftAlone(FakeContainer container) {
        var wish = wishes.find(pod(container).uid());
        if (wish.isEmpty()
                || !wish.get().firm()
                || !container.sandbox().ready()
                || startsOver(container)
                || probes.condemned(container)) {
            return;
        }
        var startedAt =
                container
                        .startedAt()
                        .map(at -> Duration.between(SimScheduler.EPOCH, at))
                        .orElse(lives.now());
        var safe =
                wish.get().safeFrom().compareTo(startedAt) <= 0
                        && (isRegular(wish.get().sketch(), container) || !over(wish.get()));
        require(!safe, () -> container + " of an untouched pod was stopped by the agent");
    }

    /// Whether all that the pod is there for has ended for good, or will never be, so that its
    /// sidecars may go.
    private boolean over(Wishes.Wish wish) {
        var policy = wish.sketch().restartPolicy();
        var initFailed =
                policy == RestartPolicy.NEVER
                        && wish.sketch().init().stream()
                                .filter(part -> !part.sidecar())
                                .anyMatch(part -> lastExit(wish, part).orElse(0) != 0);
        return initFailed
                || wish.sketch().containers().stream()
                        .map(part -> lastExit(wish, part))
                        .allMatch(code -> code.isPresent() && !policy.restartsAfter(code.get()));
    }

    private Optional<Integer> lastExit(Wishes.Wish wish, PodSketch.Part part) {
        return Optional.ofNullable(lastExits.get(wish.uid() + "/" + part.name()));
    }

    private void graceIsGiven(FakeContainer container) {
        var sketch = wishes.sketch(pod(container).uid());
        if (sketch.isEmpty()) {
            return;
        }
        var asked = sketch.get().grace();
        if (isInit(sketch.get(), container)) {
            // What is left for a sidecar is what the others before it did not use.
            asked = Duration.ZERO;
        } else if (probes.sharesItsGrace(container) || startsOver(container)) {
            asked = SHORTEST_GRACE;
        }
        var grace = asked.compareTo(SHORTEST_GRACE) < 0 ? SHORTEST_GRACE : asked;
        var waited =
                container
                        .askedToStopAt()
                        .map(at -> lives.now().minus(Duration.between(SimScheduler.EPOCH, at)));
        require(
                waited.isPresent() && waited.get().compareTo(grace) >= 0,
                () -> container + " was killed " + waited + " after it was asked to stop");
    }

    /// Whether a container of its pod has asked that all start over.
    private boolean startsOver(FakeContainer container) {
        return wishes.sketch(pod(container).uid()).stream()
                .flatMap(sketch -> sketch.containers().stream())
                .filter(PodSketch.Part::asks)
                .anyMatch(part -> asked(container, part));
    }

    private boolean asked(FakeContainer container, PodSketch.Part part) {
        return Stream.concat(truth.containers().stream(), Stream.of(container))
                .filter(it -> pod(it).uid().equals(pod(container).uid()))
                .filter(it -> it.spec().name().equals(part.name()))
                .max(Comparator.comparingInt(it -> it.spec().attempt()))
                .flatMap(FakeContainer::exit)
                .filter(exit -> exit.code() == PodSketch.ASKING)
                .isPresent();
    }

    /// What ends because its pod was taken away leaves no history to a pod that comes back, and
    /// what is removed for all to start over may start at once, whatever it ended with.
    private void onRemoval(FakeContainer container) {
        if (startsOver(container)) {
            lastExits.remove(key(container));
            condemned.remove(key(container));
            starts.remove(key(container));
            order.onNewBeginning(container);
        }
        if (!wishes.settled(pod(container).uid(), lives.now())) {
            lastExits.remove(key(container));
            condemned.remove(key(container));
            attempts.remove(key(container));
            starts.remove(key(container));
        }
    }

    /// With a pod that was taken away the numbers of those go that were not there any more.
    private void onRemoval(FakeSandbox sandbox) {
        var uid = sandbox.spec().pod().uid();
        if (!wishes.settled(uid, lives.now())) {
            attempts.keySet().removeIf(key -> key.startsWith(uid + "/"));
        }
    }

    private static boolean isRegular(PodSketch sketch, FakeContainer container) {
        return sketch.containers().stream()
                .anyMatch(part -> part.name().equals(container.spec().name()));
    }

    private static boolean isInit(PodSketch sketch, FakeContainer container) {
        return sketch.init().stream().anyMatch(part -> part.name().equals(container.spec().name()));
    }

    /// Whose it is, whatever its labels say.
    private static PodIdentity pod(FakeContainer container) {
        return container.sandbox().spec().pod();
    }

    private static String key(FakeContainer container) {
        PodUid uid = pod(container).uid();
        return uid + "/" + container.spec().name();
    }
}
