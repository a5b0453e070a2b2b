package io.jubelet.sim;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.model.pod.PodNames;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Compares the API server with what was asked of it and with the agent's views, which [EndState]
/// compares with the runtime: every pod is told as it is, what was deleted is gone, and every
/// static pod has its one copy.
///
/// Thread: whoever holds the baton.
final class ClusterEnd {
    private final BoundPods bound;
    private final Wishes wishes;

    ClusterEnd(BoundPods bound, Wishes wishes) {
        this.bound = bound;
        this.wishes = wishes;
    }

    /// The pod that this is a copy of, or itself where it is none.
    static PodUid original(Pod pod) {
        var metadata = pod.getMetadata();
        return new PodUid(
                metadata.getAnnotationsOrDefault(PodNames.CONFIG_MIRROR, metadata.getUid()));
    }

    Optional<String> mismatch(List<PodView> views) {
        for (var pod : bound.all()) {
            var uid = new PodUid(pod.getMetadata().getUid());
            var wrong =
                    wishes.find(uid).isEmpty()
                            ? Optional.of("was deleted and is still at the API server")
                            : differs(pod, view(views, uid));
            if (wrong.isPresent()) {
                return wrong.map(text -> BoundPods.name(pod) + " " + text);
            }
        }
        for (var pod : bound.mirrors()) {
            var uid = original(pod);
            var wrong =
                    wishes.nobodyWants(uid)
                            ? Optional.of("is a copy of nothing")
                            : wishes.find(uid).filter(Wishes.Wish::firm).isEmpty()
                                    ? Optional.<String>empty()
                                    : differs(pod, view(views, uid));
            if (wrong.isPresent()) {
                return wrong.map(text -> BoundPods.name(pod) + " " + text);
            }
        }
        return missing();
    }

    private Optional<String> missing() {
        for (var wish : wishes.all()) {
            if (wishes.isBound(wish.uid())) {
                if (bound.find(wish.uid()).isEmpty()) {
                    return Optional.of(wish.sketch().name() + " is not at the API server");
                }
            } else if (wish.firm()) {
                var copies =
                        bound.mirrors().stream()
                                .filter(m -> original(m).equals(wish.uid()))
                                .count();
                if (copies != 1) {
                    return Optional.of(wish.sketch().name() + " has " + copies + " copies");
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<PodView> view(List<PodView> views, PodUid uid) {
        return views.stream().filter(view -> view.identity().uid().equals(uid)).findFirst();
    }

    private static Optional<String> differs(Pod pod, Optional<PodView> view) {
        if (view.isEmpty()) {
            return Optional.of("is not shown by the agent");
        }
        var there = pod.getStatus();
        var here = view.get().status();
        if (!there.getPhase().equals(here.getPhase())) {
            return Optional.of("is " + there.getPhase() + " there and " + here.getPhase());
        }
        if (!containers(there).equals(containers(here))) {
            return Optional.of(
                    "is told otherwise than it is: "
                            + containers(there)
                            + " but is "
                            + containers(here));
        }
        // What has ended may have no sandbox any more; its last address stays there.
        if (here.hasPodIP() && !there.getPodIP().equals(here.getPodIP())) {
            return Optional.of("has the address " + here.getPodIP() + ", not " + there.getPodIP());
        }
        return ready(there).equals(ready(here))
                ? Optional.empty()
                : Optional.of("is ready: " + ready(there) + " there, " + ready(here) + " here");
    }

    private static List<ContainerStatus> containers(PodStatus status) {
        return status.getContainerStatusesList().stream()
                .sorted(Comparator.comparing(ContainerStatus::getName))
                .toList();
    }

    private static Optional<String> ready(PodStatus status) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .map(PodCondition::getStatus)
                .findFirst();
    }
}
