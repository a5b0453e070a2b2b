package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.sim.schedule.Timeline.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One container of the simulated runtime.
///
/// Thread: effects of the timeline.
public final class FakeContainer {
    private final ContainerId id;
    private final FakeSandbox sandbox;
    private final ContainerSpec spec;
    private final String imageRef;
    private final Instant createdAt;
    private final List<Timer> timers = new ArrayList<>();
    private final List<Runnable> onExit = new ArrayList<>();
    private ContainerState state = ContainerState.CREATED;
    private Optional<Instant> startedAt = Optional.empty();
    private Optional<Instant> askedToStopAt = Optional.empty();
    private Optional<ObservedContainer.Exit> exit = Optional.empty();

    FakeContainer(
            ContainerId id,
            FakeSandbox sandbox,
            ContainerSpec spec,
            String imageRef,
            Instant createdAt) {
        this.id = id;
        this.sandbox = sandbox;
        this.spec = spec;
        this.imageRef = imageRef;
        this.createdAt = createdAt;
    }

    public ContainerId id() {
        return id;
    }

    public FakeSandbox sandbox() {
        return sandbox;
    }

    public ContainerSpec spec() {
        return spec;
    }

    public ContainerState state() {
        return state;
    }

    public boolean running() {
        return state == ContainerState.RUNNING;
    }

    /// Whether a process of it is there, known to the runtime or not.
    public boolean alive() {
        return running() || state == ContainerState.UNKNOWN;
    }

    /// What it was made from.
    public String imageRef() {
        return imageRef;
    }

    public Optional<Instant> startedAt() {
        return startedAt;
    }

    /// When it got its first SIGTERM.
    public Optional<Instant> askedToStopAt() {
        return askedToStopAt;
    }

    public Optional<ObservedContainer.Exit> exit() {
        return exit;
    }

    /// Whether its start was given up when the caller went away, so that it never ran.
    public boolean givenUp() {
        return startedAt.isEmpty()
                && exit.filter(end -> end.message().contains("context canceled")).isPresent();
    }

    /// Whose it is by its labels.
    public Optional<PodIdentity> owner() {
        return KubeletLabels.owner(spec.labels());
    }

    /// The name that the runtime reserves while the container exists.
    String reservedName() {
        var pod = sandbox.spec().pod();
        return String.join(
                "_",
                spec.name(),
                pod.name(),
                pod.namespace(),
                pod.uid().value(),
                "" + spec.attempt());
    }

    void start(Instant now) {
        state = ContainerState.RUNNING;
        startedAt = Optional.of(now);
    }

    void loseTrack() {
        state = ContainerState.UNKNOWN;
    }

    void askedToStop(Instant now) {
        askedToStopAt = askedToStopAt.or(() -> Optional.of(now));
    }

    /// Remembers a timer that means nothing once the container has ended.
    void untilExit(Timer timer) {
        timers.add(timer);
    }

    void onExit(Runnable then) {
        onExit.add(then);
    }

    void end(ObservedContainer.Exit how) {
        state = ContainerState.EXITED;
        exit = Optional.of(how);
        timers.forEach(Timer::cancel);
        timers.clear();
        var waiting = List.copyOf(onExit);
        onExit.clear();
        waiting.forEach(Runnable::run);
    }

    Optional<ListedContainer> listed() {
        var name = Optional.ofNullable(spec.labels().get(KubeletLabels.CONTAINER_NAME));
        return owner().flatMap(
                        pod ->
                                name.map(
                                        label ->
                                                new ListedContainer(
                                                        id,
                                                        sandbox.id(),
                                                        pod,
                                                        label,
                                                        spec.attempt(),
                                                        state,
                                                        createdAt)));
    }

    ObservedContainer observed() {
        return new ObservedContainer(
                id,
                sandbox.id(),
                spec.labels().getOrDefault(KubeletLabels.CONTAINER_NAME, spec.name()),
                spec.attempt(),
                state,
                createdAt,
                startedAt,
                exit,
                spec.requestedImage(),
                imageRef,
                Optional.ofNullable(spec.annotations().get(KubeletLabels.CONTAINER_HASH)),
                KubeletLabels.terminationGrace(spec.annotations()),
                Optional.of(user()),
                spec.stopSignal());
    }

    private ObservedContainer.User user() {
        var identity = spec.identity();
        return new ObservedContainer.User.Linux(
                identity.user().orElse(0),
                identity.group().orElse(0),
                identity.supplementalGroups());
    }

    @Override
    public String toString() {
        return "container " + reservedName();
    }
}
