package io.jubelet.core.status;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Keeps the API server's copies of static pods true.
///
/// Thread: its own, `mirror-pods`; told from any.
/// Upstream: kubelet.go tryReconcileMirrorPods.
public final class MirrorPods {
    private static final Log LOG = Log.of(MirrorPods.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);
    private static final Duration RESYNC = Duration.ofSeconds(30);

    private final Execution execution;
    private final ClusterApi api;
    private final Supplier<MirrorPlanner.Situation> situation;
    private final Signal signal;

    /// Made or taken away, and not seen in the API server's list yet: by full name.
    private final Map<MirrorAction, Tick> under = new HashMap<>();

    private Optional<Duration> pause = Optional.empty();

    /// @param situation what is known now; asked on this thread
    public MirrorPods(
            Execution execution, ClusterApi api, Supplier<MirrorPlanner.Situation> situation) {
        this.execution = execution;
        this.api = api;
        this.situation = situation;
        this.signal = execution.signal("mirror-pods");
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "mirror-pods", this::run);
    }

    /// Static pods, their copies, or the node may have changed.
    public void changed() {
        signal.raise();
    }

    private void run() {
        while (true) {
            signal.await(pause.orElse(RESYNC));
            var planned = MirrorPlanner.plan(situation.get());
            forget(planned);
            var failure = Optional.<ApiCallException>empty();
            for (var action : planned) {
                if (!under.containsKey(action)) {
                    failure = act(action);
                    if (failure.isPresent()) {
                        break;
                    }
                    under.put(action, execution.tick());
                }
            }
            settle(failure);
        }
    }

    /// What is planned no longer has been seen; what is planned still is done once. But a list that
    /// never shows what was done does not hold it up for ever, and a copy that is to be taken away
    /// now is there, so that another may be made.
    private void forget(List<MirrorAction> planned) {
        var now = execution.tick();
        under.keySet().retainAll(planned);
        under.values().removeIf(at -> !now.isBefore(at.plus(RESYNC)));
        planned.stream()
                .filter(action -> action instanceof MirrorAction.Delete)
                .filter(action -> !under.containsKey(action))
                .map(MirrorAction::name)
                .forEach(name -> under.keySet().removeIf(action -> action.name().equals(name)));
    }

    private Optional<ApiCallException> act(MirrorAction action) {
        try {
            switch (action) {
                case MirrorAction.Create create -> {
                    LOG.info("Creating a mirror pod for static pod", "pod", action.name());
                    api.create(ApiResource.PODS, create.name().namespace(), create.mirror());
                }
                case MirrorAction.Delete delete -> {
                    LOG.info("Deleting a mirror pod", "pod", action.name(), "podUID", delete.uid());
                    api.delete(ApiResource.PODS, delete.name(), Deletion.now(delete.uid()));
                }
            }
            return Optional.empty();
        } catch (ApiCallException failure) {
            return switch (failure.code()) {
                // Somebody was faster, or another pod has that name now: the list will tell.
                case NOT_FOUND, CONFLICT -> Optional.empty();
                case ALREADY_EXISTS,
                        UNREACHABLE,
                        TIMED_OUT,
                        UNAUTHORIZED,
                        FORBIDDEN,
                        EXPIRED,
                        INVALID,
                        TOO_MANY_REQUESTS,
                        SERVER_ERROR,
                        FAILED ->
                        Optional.of(failure);
            };
        }
    }

    private void settle(Optional<ApiCallException> failure) {
        if (failure.isEmpty()) {
            pause = Optional.empty();
            return;
        }
        if (pause.isEmpty()) {
            LOG.warning("Cannot keep mirror pods", "reason", failure.get().reason());
        }
        var next = pause.map(last -> last.multipliedBy(2)).orElse(FIRST_PAUSE);
        pause = Optional.of(next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next);
    }
}
