package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import java.util.Optional;

/// What a worker is told before a turn. Newer wishes replace older ones; an end, once asked for,
/// stays.
///
/// @param desired the pod as it is wanted from now on
/// @param turnOf whom the pod has to wait for from now on
/// @param released whether the pod need not wait for anybody any more
/// @param removed whether no source has the pod any more
/// @param order an end that the node itself decided
record PodMail(
        Optional<DesiredPod> desired,
        Optional<PodUid> turnOf,
        boolean released,
        boolean removed,
        Optional<KillOrder> order) {
    static final PodMail EMPTY =
            new PodMail(Optional.empty(), Optional.empty(), false, false, Optional.empty());

    PodMail wanting(DesiredPod pod) {
        return new PodMail(Optional.of(pod), turnOf, released, removed, order);
    }

    PodMail waitingFor(PodUid predecessor) {
        return new PodMail(desired, Optional.of(predecessor), released, removed, order);
    }

    PodMail releasing() {
        return new PodMail(desired, turnOf, true, removed, order);
    }

    PodMail removing() {
        return new PodMail(desired, turnOf, released, true, order);
    }

    PodMail ordering(KillOrder another) {
        return new PodMail(
                desired,
                turnOf,
                released,
                removed,
                Optional.of(order.map(first -> first.and(another)).orElse(another)));
    }

    /// Whether the pod has to end.
    boolean ends() {
        return removed
                || order.isPresent()
                || desired.map(pod -> pod.beingDeleted() || pod.saidToBeFinal()).orElse(false);
    }
}
