package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a worker is told before a turn. Newer wishes replace older ones; an end, once asked for,
/// stays.
///
/// @param desired the pod as it is wanted from now on
/// @param turnOf whom the pod has to wait for from now on
/// @param released whether the pod need not wait for anybody any more
/// @param removed whether no source has the pod any more
/// @param order an end that the node itself decided
/// @param look why the pod has to be looked at, whatever the hints say
/// @param hints what the runtime told of the pod of its own accord
record PodMail(
        Optional<DesiredPod> desired,
        Optional<PodUid> turnOf,
        boolean released,
        boolean removed,
        Optional<KillOrder> order,
        Look look,
        List<RuntimeEvent> hints) {
    static final PodMail EMPTY =
            new PodMail(
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    false,
                    Optional.empty(),
                    Look.NONE,
                    List.of());

    /// More hints than these are as good as a reason to look.
    private static final int MOST_HINTS = 16;

    PodMail {
        hints = List.copyOf(hints);
    }

    PodMail wanting(DesiredPod pod) {
        return noting(pod).looking(Look.RUNTIME);
    }

    /// The pod is wanted so, and that alone is no reason to look at it.
    PodMail noting(DesiredPod pod) {
        return new PodMail(Optional.of(pod), turnOf, released, removed, order, look, hints);
    }

    PodMail waitingFor(PodUid predecessor) {
        return new PodMail(
                desired, Optional.of(predecessor), released, removed, order, Look.RUNTIME, hints);
    }

    PodMail releasing() {
        return new PodMail(desired, turnOf, true, removed, order, Look.RUNTIME, hints);
    }

    PodMail removing() {
        return new PodMail(desired, turnOf, released, true, order, Look.RUNTIME, hints);
    }

    PodMail ordering(KillOrder another) {
        return new PodMail(
                desired,
                turnOf,
                released,
                removed,
                Optional.of(order.map(first -> first.and(another)).orElse(another)),
                Look.RUNTIME,
                hints);
    }

    PodMail looking(Look why) {
        return new PodMail(desired, turnOf, released, removed, order, look.and(why), hints);
    }

    PodMail hinting(RuntimeEvent event) {
        if (look == Look.RUNTIME || hints.size() == MOST_HINTS) {
            return looking(Look.RUNTIME);
        }
        var more = new ArrayList<>(hints);
        more.add(event);
        return new PodMail(desired, turnOf, released, removed, order, look, more);
    }

    PodMail withoutHints() {
        return new PodMail(desired, turnOf, released, removed, order, look, List.of());
    }

    /// Whether there is a reason for a turn.
    boolean asks() {
        return look != Look.NONE || !hints.isEmpty();
    }

    /// Whether the pod has to end.
    boolean ends() {
        return removed
                || order.isPresent()
                || desired.map(pod -> pod.beingDeleted() || pod.saidToBeFinal()).orElse(false);
    }
}
