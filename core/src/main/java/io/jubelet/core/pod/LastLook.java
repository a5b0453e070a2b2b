package io.jubelet.core.pod;

import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.PodObservation;
import java.util.Optional;

/// What a worker last saw of its pod in the runtime, and whether it may go by that.
///
/// Nobody but the worker makes anything of a pod, so a picture without anything in it stays true.
/// One with something in it is believed for a moment only: what happened since is told by a hint,
/// and a hint may be late.
///
/// Thread: the pod's worker.
final class LastLook {
    private Optional<PodObservation> seen = Optional.empty();
    private boolean doubted;

    void saw(PodObservation newest) {
        seen = Optional.of(newest);
        doubted = false;
    }

    Optional<PodObservation> seen() {
        return seen;
    }

    /// The runtime may hold something else by now.
    void doubt() {
        doubted = true;
    }

    Optional<PodObservation> stillTrue(Tick now) {
        return seen.filter(_ -> !doubted)
                .filter(picture -> picture.isEmpty() || picture.isFresh(now));
    }
}
