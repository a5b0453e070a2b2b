package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.RuntimeFact.Cause;
import io.jubelet.sim.runtime.RuntimeModel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// In which order the containers of a pod start and stop: nothing before the init containers and
/// sidecars that stand before it, and no sidecar is stopped while something it serves is alive.
///
/// Thread: effects of the timeline.
final class OrderRules {
    private final RuntimeModel truth;
    private final Wishes wishes;
    private final Supplier<List<PodView>> views;
    private final Set<String> through = new HashSet<>();

    OrderRules(RuntimeModel truth, Wishes wishes, Supplier<List<PodView>> views) {
        this.truth = truth;
        this.wishes = wishes;
        this.views = views;
    }

    void onStart(FakeContainer container) {
        var sketch = wishes.sketch(uid(container));
        if (sketch.isEmpty()) {
            return;
        }
        runsOnce(sketch.get(), container);
        for (var part : before(sketch.get(), container.spec().name())) {
            require(
                    through.contains(key(container, part.name())),
                    () -> container + " started before " + part.name() + " opened the way");
        }
        if (isSidecar(sketch.get(), container.spec().name())) {
            through.add(key(container, container.spec().name()));
        }
    }

    /// What has opened the way for the others once is not asked again in the same sandbox.
    private void runsOnce(PodSketch sketch, FakeContainer container) {
        var name = container.spec().name();
        var once =
                sketch.init().stream()
                        .anyMatch(part -> !part.sidecar() && part.name().equals(name));
        require(
                !once || !through.contains(key(container, name)),
                () -> container + " ran again, though it had succeeded");
    }

    void onExit(FakeContainer container, Cause cause) {
        var code = container.exit().orElseThrow().code();
        if (code == 0) {
            through.add(key(container, container.spec().name()));
        }
        var sketch = wishes.sketch(uid(container));
        var ordered =
                cause == Cause.A_CALL
                        && code != RuntimeRules.LOST_TRACK
                        && sketch.isPresent()
                        && sketch.get().grace().isPositive()
                        && isSidecar(sketch.get(), container.spec().name())
                        && knownToTheAgent(container);
        if (ordered) {
            sketch.get().containers().forEach(part -> isGone(container, part));
        }
    }

    /// It is removed for all to start over: it has to open the way for the others once more.
    void onNewBeginning(FakeContainer container) {
        through.remove(key(container, container.spec().name()));
    }

    /// Of a pod that was found in the runtime alone nobody knows the order; and a stop that an
    /// agent asked for before it was killed may come true when the pod is wanted again.
    private boolean knownToTheAgent(FakeContainer container) {
        return views.get().stream()
                .anyMatch(
                        view ->
                                view.identity().uid().equals(uid(container))
                                        && view.desired().isPresent()
                                        && view.stage().equals("Terminating"));
    }

    private void isGone(FakeContainer sidecar, Part regular) {
        var served =
                truth.containers().stream()
                        .filter(c -> c.sandbox().equals(sidecar.sandbox()))
                        .filter(c -> c.spec().name().equals(regular.name()))
                        .filter(FakeContainer::running)
                        .findFirst();
        require(served.isEmpty(), () -> sidecar + " was stopped before " + served);
    }

    /// The init containers that have to be through before this container starts.
    private static List<Part> before(PodSketch sketch, String name) {
        if (sketch.containers().stream().noneMatch(part -> part.name().equals(name))
                && sketch.init().stream().noneMatch(part -> part.name().equals(name))) {
            // One that was added to look into the pod waits for nobody.
            return List.of();
        }
        return sketch.init().stream().takeWhile(part -> !part.name().equals(name)).toList();
    }

    private static boolean isSidecar(PodSketch sketch, String name) {
        return sketch.init().stream().anyMatch(part -> part.sidecar() && part.name().equals(name));
    }

    private static PodUid uid(FakeContainer container) {
        return container.sandbox().spec().pod().uid();
    }

    private static String key(FakeContainer container, String name) {
        return container.sandbox().id() + "/" + name;
    }
}
