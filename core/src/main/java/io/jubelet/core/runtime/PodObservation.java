package io.jubelet.core.runtime;

import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Everything the runtime holds of one pod, read in one go.
///
/// @param sandboxes newest attempt first
/// @param containers newest attempt of each name first
/// @param takenAt when the reading began: whatever was done before is in it
public record PodObservation(
        PodIdentity pod,
        List<ObservedSandbox> sandboxes,
        List<ObservedContainer> containers,
        Tick takenAt) {

    /// A pod that was just started is mostly ready within this time: no second look is worth it.
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private static final Comparator<ObservedSandbox> NEWEST_SANDBOX =
            Comparator.comparingInt(ObservedSandbox::attempt)
                    .thenComparing(ObservedSandbox::createdAt)
                    .reversed();
    private static final Comparator<ObservedContainer> NEWEST_CONTAINER =
            Comparator.comparingInt(ObservedContainer::attempt)
                    .thenComparing(ObservedContainer::createdAt)
                    .reversed();

    public PodObservation {
        sandboxes = sandboxes.stream().sorted(NEWEST_SANDBOX).toList();
        containers = containers.stream().sorted(NEWEST_CONTAINER).toList();
    }

    public static PodObservation empty(PodIdentity pod, Tick takenAt) {
        return new PodObservation(pod, List.of(), List.of(), takenAt);
    }

    /// Whether it was taken so short a time ago that one may go by it.
    public boolean isFresh(Tick now) {
        return now.isBefore(takenAt.plus(MOMENT));
    }

    public boolean isEmpty() {
        return sandboxes.isEmpty() && containers.isEmpty();
    }

    /// The newest container of that name, running or not.
    public Optional<ObservedContainer> container(String name) {
        return containers.stream().filter(container -> container.name().equals(name)).findFirst();
    }

    public Stream<ObservedContainer> running() {
        return containers.stream().filter(ObservedContainer::running);
    }

    public Stream<ObservedSandbox> readySandboxes() {
        return sandboxes.stream().filter(ObservedSandbox::ready);
    }

    /// Whether what the event tells of is in this picture already. States only ever go forward.
    public boolean shows(RuntimeEvent event) {
        var state =
                sandboxes.stream()
                        .filter(sandbox -> sandbox.id().value().equals(event.subject()))
                        .map(sandbox -> reached(sandbox.state()))
                        .findFirst()
                        .or(
                                () ->
                                        containers.stream()
                                                .filter(
                                                        it ->
                                                                it.id()
                                                                        .value()
                                                                        .equals(event.subject()))
                                                .map(it -> reached(it.state()))
                                                .findFirst());
        return switch (event.kind()) {
            case DELETED -> state.isEmpty();
            case CREATED, STARTED, STOPPED ->
                    state.flatMap(it -> it)
                            .filter(it -> it.compareTo(event.kind()) >= 0)
                            .isPresent();
        };
    }

    private static Optional<RuntimeEvent.Kind> reached(SandboxState state) {
        return switch (state) {
            case READY -> Optional.of(RuntimeEvent.Kind.STARTED);
            case NOT_READY -> Optional.of(RuntimeEvent.Kind.STOPPED);
        };
    }

    private static Optional<RuntimeEvent.Kind> reached(ContainerState state) {
        return switch (state) {
            case CREATED -> Optional.of(RuntimeEvent.Kind.CREATED);
            case RUNNING -> Optional.of(RuntimeEvent.Kind.STARTED);
            case EXITED -> Optional.of(RuntimeEvent.Kind.STOPPED);
            case UNKNOWN -> Optional.empty();
        };
    }

    /// Whether something that lived in the picture before does not any more.
    public boolean showsAnEndSince(PodObservation before) {
        var running = running().map(ObservedContainer::id).collect(Collectors.toSet());
        var ready = readySandboxes().map(ObservedSandbox::id).collect(Collectors.toSet());
        return !before.running().map(ObservedContainer::id).allMatch(running::contains)
                || !before.readySandboxes().map(ObservedSandbox::id).allMatch(ready::contains);
    }

    /// Whether a process of this pod may be alive: a running or unknown container, a ready sandbox.
    public boolean mayHaveProcesses() {
        return readySandboxes().findAny().isPresent()
                || containers.stream()
                        .anyMatch(c -> c.running() || c.state() == ContainerState.UNKNOWN);
    }
}
