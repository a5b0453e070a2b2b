package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import java.util.Optional;

/// What a worker is told before a turn. Newer wishes replace older ones; an end, once asked for,
/// stays.
///
/// @param desired the pod as it is wanted from now on
/// @param released whether the pod need not wait for its predecessor any more
/// @param removed whether no source has the pod any more
record PodMail(Optional<DesiredPod> desired, boolean released, boolean removed) {
    static final PodMail EMPTY = new PodMail(Optional.empty(), false, false);

    PodMail wanting(DesiredPod pod) {
        return new PodMail(Optional.of(pod), released, removed);
    }

    PodMail releasing() {
        return new PodMail(desired, true, removed);
    }

    PodMail removing() {
        return new PodMail(desired, released, true);
    }
}
