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
record PodMail(
        Optional<DesiredPod> desired, Optional<PodUid> turnOf, boolean released, boolean removed) {
    static final PodMail EMPTY = new PodMail(Optional.empty(), Optional.empty(), false, false);

    PodMail wanting(DesiredPod pod) {
        return new PodMail(Optional.of(pod), turnOf, released, removed);
    }

    PodMail waitingFor(PodUid predecessor) {
        return new PodMail(desired, Optional.of(predecessor), released, removed);
    }

    PodMail releasing() {
        return new PodMail(desired, turnOf, true, removed);
    }

    PodMail removing() {
        return new PodMail(desired, turnOf, released, true);
    }
}
