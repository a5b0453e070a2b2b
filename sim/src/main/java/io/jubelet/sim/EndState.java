package io.jubelet.sim;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.sim.Wishes.Wish;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.FakeSandbox;
import io.jubelet.sim.runtime.RuntimeModel;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Compares the runtime with the manifests once everything had time to settle: each wanted pod is
/// as it should be, nothing of any other is left, and the agent says what is true.
///
/// Thread: whoever holds the baton.
final class EndState {
    /// A try that is overdue by more than this is forgotten, not awaited.
    private static final Duration OVERDUE = Duration.ofSeconds(5);

    private final FakeRuntime runtime;
    private final RuntimeModel truth;
    private final Wishes wishes;
    private final FakePodFiles files;
    private final FakeVolumeFiles volumes;
    private final FakePodMemory memory;
    private final Supplier<Instant> now;

    EndState(
            FakeRuntime runtime,
            Wishes wishes,
            FakePodFiles files,
            FakeVolumeFiles volumes,
            FakePodMemory memory,
            Supplier<Instant> now) {
        this.runtime = runtime;
        this.truth = runtime.model();
        this.wishes = wishes;
        this.files = files;
        this.volumes = volumes;
        this.memory = memory;
        this.now = now;
    }

    /// The first thing that is not as it should be; empty when all is.
    Optional<String> mismatch(List<PodView> views) {
        for (var wish : wishes.all()) {
            if (wish.firm()) {
                var view = views.stream().filter(v -> v.identity().uid().equals(wish.uid()));
                var wrong = wrongWith(wish, view.findFirst());
                if (wrong.isPresent()) {
                    return wrong.map(text -> text + " in " + wish.sketch());
                }
            }
        }
        return leftOver(views);
    }

    private Optional<String> leftOver(List<PodView> views) {
        for (var sandbox : truth.sandboxes()) {
            if (sandbox.owner().isPresent() && wishes.nobodyWants(sandbox.spec().pod().uid())) {
                return Optional.of("nobody wants " + sandbox);
            }
        }
        for (var container : truth.containers()) {
            if (container.owner().isPresent()
                    && wishes.nobodyWants(container.sandbox().spec().pod().uid())) {
                return Optional.of("nobody wants " + container);
            }
        }
        for (var uid : files.pods()) {
            if (wishes.nobodyWants(uid)) {
                return Optional.of("nobody wants the folder of " + uid);
            }
        }
        for (var link : files.logs().danglingNow()) {
            return Optional.of("nobody needs the link " + link + " to a log that is gone");
        }
        for (var uid : volumes.pods()) {
            if (wishes.nobodyWants(uid)) {
                return Optional.of("nobody wants the volumes of " + uid);
            }
        }
        for (var uid : memory.pods()) {
            if (wishes.nobodyWants(uid)) {
                return Optional.of("nobody wants what is remembered of " + uid);
            }
        }
        if (truth.containers().stream().noneMatch(c -> c.owner().isEmpty() && c.running())) {
            return Optional.of("what somebody else ran is gone");
        }
        return views.stream()
                .filter(view -> wishes.nobodyWants(view.identity().uid()))
                .map(view -> "nobody wants " + view.identity() + ", which is " + view.stage())
                .findFirst();
    }

    private Optional<String> wrongWith(Wish wish, Optional<PodView> found) {
        if (found.isEmpty()) {
            return Optional.of("the agent does not show it");
        }
        var view = found.get();
        return wrongSandboxes(wish)
                .or(() -> wrongContainers(wish, view))
                .or(() -> wrongStatus(wish, view));
    }

    private Optional<String> wrongSandboxes(Wish wish) {
        var ready = sandboxes(wish).stream().filter(FakeSandbox::ready).count();
        return ready > 1 ? Optional.of(ready + " sandboxes are ready") : Optional.empty();
    }

    private Optional<String> wrongContainers(Wish wish, PodView view) {
        if (view.status().getPhase().equals("Succeeded")
                || view.status().getPhase().equals("Failed")) {
            return wrongAfterTheEnd(wish, view);
        }
        if (!initialised(wish)) {
            return waitsForItsInit(wish, view) || lostItsSandboxForGood(wish)
                    ? Optional.empty()
                    : Optional.of("its init containers stand still");
        }
        for (var part : allButInit(wish.sketch())) {
            var wrong = wrong(wish, part, view);
            if (wrong.isPresent()) {
                return wrong.map(text -> part.name() + " " + text);
            }
        }
        return Optional.empty();
    }

    /// What has to run once the pod is initialised.
    private static List<PodSketch.Part> allButInit(PodSketch sketch) {
        return Stream.concat(
                        sketch.init().stream().filter(PodSketch.Part::sidecar),
                        sketch.containers().stream())
                .toList();
    }

    private Optional<String> wrongAfterTheEnd(Wish wish, PodView view) {
        var alive = containers(wish).stream().filter(FakeContainer::running).findFirst();
        if (alive.isPresent()) {
            return Optional.of("it ended, yet this runs: " + alive.get());
        }
        return view.stage().equals("Terminated")
                ? Optional.empty()
                : Optional.of("it ended, yet it is " + view.stage());
    }

    private boolean initialised(Wish wish) {
        var anyRegular =
                wish.sketch().containers().stream()
                        .anyMatch(part -> latest(wish, part.name()).isPresent());
        return anyRegular
                || wish.sketch().init().stream()
                        .allMatch(
                                part ->
                                        latest(wish, part.name())
                                                .filter(c -> through(part, c))
                                                .isPresent());
    }

    private static boolean through(PodSketch.Part part, FakeContainer latest) {
        return part.sidecar()
                ? latest.running()
                : latest.exit().map(exit -> exit.code() == 0).orElse(false);
    }

    private boolean waitsForItsInit(Wish wish, PodView view) {
        return wish.sketch().init().stream()
                .anyMatch(
                        part ->
                                excused(view, part)
                                        || latest(wish, part.name())
                                                .filter(_ -> !part.sidecar())
                                                .map(FakeContainer::running)
                                                .orElse(false));
    }

    private Optional<String> wrong(Wish wish, PodSketch.Part part, PodView view) {
        var latest = latest(wish, part.name());
        if (latest.isEmpty()) {
            return excused(view, part) || lostItsSandboxForGood(wish)
                    ? Optional.empty()
                    : Optional.of("was never made, and nobody says why");
        }
        var container = latest.get();
        return switch (container.state()) {
            case RUNNING ->
                    container.sandbox().ready()
                            ? Optional.empty()
                            : Optional.of("runs in a dead sandbox");
            case EXITED -> {
                var code = container.exit().orElseThrow().code();
                if (part.asks() && code == PodSketch.ASKING) {
                    yield Optional.of("asked that all start over, and nothing happened");
                }
                var policy = part.sidecar() ? RestartPolicy.ALWAYS : wish.sketch().restartPolicy();
                yield !policy.restartsAfter(code)
                                || excused(view, part)
                                || lostItsSandboxForGood(wish)
                        ? Optional.empty()
                        : Optional.of("exited with " + code + " and does not come back");
            }
            case CREATED, UNKNOWN -> Optional.of("is " + container.state());
        };
    }

    /// As upstream: a pod that never restarts and has run before gets no second sandbox, so what
    /// had not started by then never does.
    private boolean lostItsSandboxForGood(Wish wish) {
        return wish.sketch().restartPolicy() == RestartPolicy.NEVER
                && sandboxes(wish).stream().noneMatch(FakeSandbox::ready)
                && containers(wish).stream().anyMatch(c -> c.exit().isPresent() && !c.givenUp());
    }

    /// Whether the agent waits with a good reason, and will try again in time.
    private boolean excused(PodView view, PodSketch.Part part) {
        return view.waits().stream()
                .filter(wait -> excuses(wait.reason(), part))
                .flatMap(wait -> wait.nextTry().stream())
                .anyMatch(next -> next.isAfter(now.get().minus(OVERDUE)));
    }

    private boolean excuses(WaitReason reason, PodSketch.Part part) {
        return switch (reason) {
            case WaitReason.CrashLoopBackOff loop -> loop.container().equals(part.name());
            case WaitReason.ContainerStartFailed failed ->
                    failed.container().equals(part.name()) && part.command().contains("fail-start");
            case WaitReason.ImagePullFailed pull ->
                    pull.container().equals(part.name()) && !available(part);
            case WaitReason.ImagePullBackOff pull ->
                    pull.container().equals(part.name()) && !available(part);
            // Nothing else is a reason once the world is in order.
            default -> false;
        };
    }

    private boolean available(PodSketch.Part part) {
        return runtime.images().available(part.image());
    }

    private Optional<String> wrongStatus(Wish wish, PodView view) {
        for (var status : view.status().getContainerStatusesList()) {
            var latest = latest(wish, status.getName());
            if (latest.isPresent() && !tells(status, latest.get())) {
                return Optional.of("status and truth differ: " + status + latest.get());
            }
        }
        var address =
                sandboxes(wish).stream()
                        .filter(FakeSandbox::ready)
                        .flatMap(sandbox -> sandbox.ips().stream())
                        .findFirst();
        return address.isPresent() && !address.get().equals(view.status().getPodIP())
                ? Optional.of("its address is " + address.get() + ", not what status says")
                : Optional.empty();
    }

    private static boolean tells(ContainerStatus status, FakeContainer container) {
        var state = status.getState();
        var sameContainer =
                status.getContainerID().endsWith("://" + container.id())
                        && status.getRestartCount() == container.spec().attempt();
        return sameContainer
                && state.hasRunning() == container.running()
                && (!state.hasTerminated()
                        || state.getTerminated().getExitCode()
                                == container.exit().map(exit -> exit.code()).orElse(-1))
                && (!state.hasRunning()
                        || state.getRunning().getStartedAt().getSeconds()
                                == container.startedAt().orElseThrow().getEpochSecond());
    }

    private List<FakeSandbox> sandboxes(Wish wish) {
        return truth.sandboxes().stream()
                .filter(sandbox -> sandbox.spec().pod().uid().equals(wish.uid()))
                .toList();
    }

    private List<FakeContainer> containers(Wish wish) {
        return truth.containers().stream()
                .filter(container -> container.sandbox().spec().pod().uid().equals(wish.uid()))
                .toList();
    }

    private Optional<FakeContainer> latest(Wish wish, String name) {
        return containers(wish).stream()
                .filter(container -> container.spec().name().equals(name))
                .filter(container -> container.state() != ContainerState.CREATED)
                .filter(container -> !container.givenUp())
                .max(Comparator.comparingInt(container -> container.spec().attempt()));
    }
}
