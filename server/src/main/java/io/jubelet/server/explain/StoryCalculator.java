package io.jubelet.server.explain;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.Time;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.server.explain.Explanation.ContainerStory;
import io.jubelet.server.explain.Explanation.End;
import io.jubelet.server.explain.Explanation.Obstacle;
import io.jubelet.server.explain.Explanation.PodStory;
import io.jubelet.server.explain.Explanation.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Makes a pod's story of what is known of it. Pure.
public final class StoryCalculator {
    private StoryCalculator() {}

    /// @param beside what the pod waits for beside what its view says
    public static PodStory calculate(PodView view, List<Wait> beside) {
        var verdict = verdict(view);
        var obstacles = new ArrayList<Obstacle>();
        if (!verdict.well()) {
            Stream.concat(view.waits().stream(), beside.stream())
                    .map(StoryCalculator::obstacle)
                    .distinct()
                    .forEach(obstacles::add);
            if (obstacles.isEmpty()) {
                lastResort(view, verdict).ifPresent(obstacles::add);
            }
        }
        var identity = view.identity();
        return new PodStory(
                identity.namespace(),
                identity.name(),
                identity.uid().value(),
                verdict,
                view.stage(),
                view.stageSince(),
                ended(view.status()),
                containers(view.status()),
                obstacles);
    }

    private static Verdict verdict(PodView view) {
        var status = view.status();
        return switch (view.stage()) {
            case "Waiting" -> Verdict.NOT_STARTED;
            case "Terminating" -> Verdict.NOT_GONE;
            case "Terminated", "Finished" ->
                    beingDeleted(view) ? Verdict.NOT_GONE : over(status).orElse(Verdict.NOT_GONE);
            default -> over(status).orElseGet(() -> alive(status));
        };
    }

    private static Optional<Verdict> over(PodStatus status) {
        return switch (status.getPhase()) {
            case "Succeeded" -> Optional.of(Verdict.SUCCEEDED);
            case "Failed" -> Optional.of(Verdict.FAILED);
            default -> Optional.empty();
        };
    }

    private static Verdict alive(PodStatus status) {
        if (condition(status, "Ready")
                .filter(ready -> ready.getStatus().equals("True"))
                .isPresent()) {
            return Verdict.READY;
        }
        return status.getPhase().equals("Running") ? Verdict.NOT_READY : Verdict.NOT_STARTED;
    }

    private static boolean beingDeleted(PodView view) {
        return view.desired()
                .map(Pod::getMetadata)
                .filter(metadata -> metadata.hasDeletionTimestamp())
                .isPresent();
    }

    static Obstacle obstacle(Wait wait) {
        var reason = wait.reason();
        return new Obstacle(
                reason.code(),
                reason instanceof WaitReason.OfContainer of
                        ? Optional.of(of.container())
                        : Optional.empty(),
                reason.message(),
                Optional.of(wait.since()),
                wait.nextTry(),
                reason.unblockedBy());
    }

    /// Where nothing is waited for by name, the pod's own conditions have the word.
    private static Optional<Obstacle> lastResort(PodView view, Verdict verdict) {
        return switch (verdict) {
            case READY, SUCCEEDED, FAILED -> Optional.empty();
            case NOT_GONE -> Optional.of(notConfirmed(view));
            case NOT_READY, NOT_STARTED ->
                    condition(view.status(), "Ready").map(StoryCalculator::notReady);
        };
    }

    private static Obstacle notConfirmed(PodView view) {
        return new Obstacle(
                "DeletionNotConfirmed",
                Optional.empty(),
                "all of it has ended; the API server has to be told, and then removes it",
                Optional.of(view.stageSince()),
                Optional.empty(),
                "the API server's answer");
    }

    private static Obstacle notReady(PodCondition ready) {
        return new Obstacle(
                ready.getReason().isEmpty() ? "NotReady" : ready.getReason(),
                Optional.empty(),
                ready.getMessage(),
                time(ready.hasLastTransitionTime(), ready.getLastTransitionTime()),
                Optional.empty(),
                "the condition Ready");
    }

    private static Optional<PodCondition> condition(PodStatus status, String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    private static Optional<String> ended(PodStatus status) {
        if (status.getReason().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                status.getMessage().isEmpty()
                        ? status.getReason()
                        : status.getReason() + ": " + status.getMessage());
    }

    private static List<ContainerStory> containers(PodStatus status) {
        return Stream.of(
                        status.getInitContainerStatusesList(),
                        status.getContainerStatusesList(),
                        status.getEphemeralContainerStatusesList())
                .flatMap(List::stream)
                .map(StoryCalculator::container)
                .toList();
    }

    private static ContainerStory container(ContainerStatus status) {
        var state = status.getState();
        return new ContainerStory(
                status.getName(),
                state(state),
                since(state),
                status.getReady(),
                status.getRestartCount(),
                lastEnd(status));
    }

    private static String state(ContainerState state) {
        if (state.hasRunning()) {
            return "running";
        }
        if (state.hasTerminated()) {
            return "ended";
        }
        var reason = state.getWaiting().getReason();
        return reason.isEmpty() ? "waiting" : "waiting (" + reason + ")";
    }

    private static Optional<Instant> since(ContainerState state) {
        return time(state.getRunning().hasStartedAt(), state.getRunning().getStartedAt());
    }

    private static Optional<End> lastEnd(ContainerStatus status) {
        return Stream.of(status.getState(), status.getLastState())
                .filter(ContainerState::hasTerminated)
                .map(ContainerState::getTerminated)
                .map(StoryCalculator::end)
                .findFirst();
    }

    private static End end(ContainerStateTerminated ended) {
        return new End(
                ended.getExitCode(),
                ended.getReason(),
                time(ended.hasFinishedAt(), ended.getFinishedAt()));
    }

    private static Optional<Instant> time(boolean there, Time time) {
        return there
                ? Optional.of(Instant.ofEpochSecond(time.getSeconds(), time.getNanos()))
                : Optional.empty();
    }
}
