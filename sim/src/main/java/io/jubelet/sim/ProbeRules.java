package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.core.probe.ProbeKind;
import io.jubelet.core.status.PodView;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.RuntimeModel;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What probes allow: an end only to a container whose probe failed as often as its threshold says,
/// and the word ready only of one whose probe has succeeded.
///
/// Thread: whoever holds the baton.
final class ProbeRules {
    private final RuntimeModel truth;
    private final Wishes wishes;
    private final Supplier<List<PodView>> views;
    private final FakeProber prober;

    ProbeRules(
            RuntimeModel truth, Wishes wishes, Supplier<List<PodView>> views, FakeProber prober) {
        this.truth = truth;
        this.wishes = wishes;
        this.views = views;
        this.prober = prober;
    }

    /// Whether the container's own probes or hooks say that it has to go.
    boolean condemned(FakeContainer container) {
        return part(container)
                .filter(part -> failed(container, part) || hookFailed(container, part))
                .isPresent();
    }

    /// Whether the container's grace period has to be shared with a hook.
    boolean sharesItsGrace(FakeContainer container) {
        return part(container)
                .filter(part -> part.more().stream().anyMatch(line -> line.contains("preStop")))
                .isPresent();
    }

    private boolean failed(FakeContainer container, PodSketch.Part part) {
        return part.checks().stream()
                .filter(check -> check.kind() != ProbeKind.READINESS)
                .anyMatch(
                        check ->
                                prober.failuresInARow(container.id(), check.command())
                                        >= check.failureThreshold());
    }

    private boolean hookFailed(FakeContainer container, PodSketch.Part part) {
        return part.more().stream().anyMatch(line -> line.contains("postStart"))
                && prober.failuresInARow(container.id(), "fail") + prober.lostIn(container.id())
                        > 0;
    }

    private Optional<PodSketch.Part> part(FakeContainer container) {
        return wishes.sketch(container.sandbox().spec().pod().uid())
                .flatMap(
                        sketch ->
                                sketch.containers().stream()
                                        .filter(it -> it.name().equals(container.spec().name()))
                                        .findFirst());
    }

    void check() {
        for (var view : views.get()) {
            for (var status : view.status().getContainerStatusesList()) {
                if (status.getReady()) {
                    truth.containers().stream()
                            .filter(it -> status.getContainerID().endsWith("://" + it.id()))
                            .findFirst()
                            .ifPresent(this::hasEverBeenReady);
                }
            }
        }
    }

    private void hasEverBeenReady(FakeContainer container) {
        var checks = part(container).map(PodSketch.Part::checks).orElse(List.of());
        for (var check : checks) {
            require(
                    check.kind() == ProbeKind.LIVENESS
                            || prober.successes(container.id(), check.command()) > 0,
                    () -> container + " is called ready, and never said " + check.command());
        }
    }
}
