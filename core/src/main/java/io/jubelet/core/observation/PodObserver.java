package io.jubelet.core.observation;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Reads all the runtime holds of one pod. A worker reads its own pod in its own turn, so it never
/// plans on a picture older than its last action, and a stuck pod delays nobody's picture.
///
/// Thread: the caller's, one pod's worker.
/// Upstream: kuberuntime_manager.go GetPodStatus; the pod cache and its waiting are not needed
/// here.
public final class PodObserver {
    private final Execution execution;
    private final ContainerRuntime runtime;
    private final Meter meter;

    public PodObserver(Execution execution, ContainerRuntime runtime, Meter meter) {
        this.execution = execution;
        this.runtime = runtime;
        this.meter = meter;
    }

    public PodObservation observe(PodIdentity pod) {
        var takenAt = execution.tick();
        var uid = Optional.of(pod.uid());
        List<ObservedSandbox> sandboxes =
                runtime.listSandboxes(uid).stream()
                        .flatMap(listed -> ifThere(() -> runtime.sandboxStatus(listed.id())))
                        .toList();
        List<ObservedContainer> containers =
                runtime.listContainers(uid).stream()
                        .flatMap(listed -> ifThere(() -> runtime.containerStatus(listed.id())))
                        .map(ObservedContainer::asMade)
                        .toList();
        meter.tell(new Figure.PodRead(takenAt.until(execution.tick())));
        return new PodObservation(pod, sandboxes, containers, takenAt);
    }

    /// Reads again what was seen, and what the caller has made since: nobody else makes anything
    /// of a pod, so a worker need not search for it after each of its own actions.
    public PodObservation again(PodObservation before, Made made) {
        var takenAt = execution.tick();
        List<ObservedSandbox> sandboxes =
                Stream.concat(
                                before.sandboxes().stream().map(ObservedSandbox::id),
                                made.sandboxes().stream())
                        .flatMap(id -> ifThere(() -> runtime.sandboxStatus(id)))
                        .toList();
        var containers = containers(before, made);
        meter.tell(new Figure.PodRead(takenAt.until(execution.tick())));
        return new PodObservation(before.pod(), sandboxes, containers, takenAt);
    }

    /// The same after containers were started and nothing was stopped: sandboxes that were read a
    /// moment ago are taken to be as they were, and the picture counts as old as they are.
    public PodObservation withStarted(PodObservation before, Made made) {
        var takenAt = execution.tick();
        if (!before.isFresh(takenAt)) {
            return again(before, made);
        }
        var containers = containers(before, made);
        meter.tell(new Figure.PodRead(takenAt.until(execution.tick())));
        return new PodObservation(before.pod(), before.sandboxes(), containers, before.takenAt());
    }

    private List<ObservedContainer> containers(PodObservation before, Made made) {
        return Stream.concat(
                        before.containers().stream().map(ObservedContainer::id),
                        made.containers().stream())
                .flatMap(id -> ifThere(() -> runtime.containerStatus(id)))
                .map(ObservedContainer::asMade)
                .toList();
    }

    /// What a worker has made of its pod since it last looked.
    public record Made(List<SandboxId> sandboxes, List<ContainerId> containers) {
        public static final Made NOTHING = new Made(List.of(), List.of());

        public Made {
            sandboxes = List.copyOf(sandboxes);
            containers = List.copyOf(containers);
        }

        public static Made of(SandboxId sandbox) {
            return new Made(List.of(sandbox), List.of());
        }

        public static Made of(ContainerId container) {
            return new Made(List.of(), List.of(container));
        }

        public Made and(Made more) {
            return new Made(
                    Stream.concat(sandboxes.stream(), more.sandboxes.stream()).toList(),
                    Stream.concat(containers.stream(), more.containers.stream()).toList());
        }
    }

    /// What was listed may be removed before its status is asked for; then it is simply not there.
    private static <T> Stream<T> ifThere(Supplier<T> status) {
        try {
            return Stream.of(status.get());
        } catch (RuntimeCallException failure) {
            if (failure.code() == RuntimeCallException.Code.NOT_FOUND) {
                return Stream.empty();
            }
            throw failure;
        }
    }
}
