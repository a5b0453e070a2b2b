package io.jubelet.core.sync;

import io.jubelet.core.desired.RestartAllPolicy;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.waiting.AllContainersRestart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Decides what is next for a pod of which one container asked that all start over. Pure.
///
/// What runs is ended, without grace as upstream has it, then every instance is removed, and what
/// asked for it last of all: by its presence an agent that was killed meanwhile goes on. Logs stay,
/// by which the next instances go on counting.
///
/// Upstream: kuberuntime_manager.go computePodActions, getContainersToReset.
final class RestartAllPlanner {
    /// There is no back-off, as upstream; but what asks at once again and again shall not keep the
    /// runtime busy.
    static final Duration AT_MOST_EVERY = Duration.ofSeconds(1);

    private final PlanInput input;
    private final PlanDraft draft;

    RestartAllPlanner(PlanInput input, PlanDraft draft) {
        this.input = input;
        this.draft = draft;
    }

    /// Answers whether all start over; then nothing else is planned.
    boolean plan() {
        var asking = RestartAllPolicy.asking(input.desired(), input.seen());
        if (asking.isEmpty()) {
            return false;
        }
        var earliest = tooEarly(asking);
        if (earliest.isPresent()) {
            draft.waitUntil(
                    new AllContainersRestart(asking.getFirst().name()), earliest.orElseThrow());
            return true;
        }
        var instances = instances();
        instances.stream()
                .filter(StopOrderCalculator::alive)
                .map(RestartAllPlanner::stop)
                .forEach(draft::add);
        if (draft.idle()) {
            Predicate<ObservedContainer> asks = it -> RestartAllPolicy.asks(input.desired(), it);
            Stream.concat(instances.stream().filter(asks.negate()), instances.stream().filter(asks))
                    .map(it -> new PodAction.DropContainer(it.id()))
                    .forEach(draft::add);
        }
        return true;
    }

    /// When it may begin, if all that ask for it were started just now.
    private Optional<Instant> tooEarly(List<ObservedContainer> asking) {
        return asking.stream()
                .map(it -> it.startedAt().orElse(Instant.EPOCH))
                // A start in the future means that the clock was set back.
                .map(it -> it.isAfter(input.now()) ? Instant.EPOCH : it)
                .min(Instant::compareTo)
                .map(started -> started.plus(AT_MOST_EVERY))
                .filter(earliest -> earliest.isAfter(input.now()));
    }

    /// All of the regular containers, then all of the init containers and sidecars.
    private List<ObservedContainer> instances() {
        var desired = input.desired();
        return Stream.concat(desired.containers().stream(), desired.initContainers().stream())
                .flatMap(
                        container ->
                                input.seen().containers().stream()
                                        .filter(it -> it.name().equals(container.getName())))
                .toList();
    }

    private static PodAction stop(ObservedContainer container) {
        return new PodAction.StopContainer(
                container.id(), container.name(), Duration.ZERO, Reason.ALL_RESTART);
    }
}
