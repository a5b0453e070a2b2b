package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.status.ProbeResults;
import java.time.Instant;

/// All that the next step of a pod depends on.
///
/// @param probes what probes last said of its containers
/// @param backOff the waits of its containers after crashes
public record PlanInput(
        DesiredPod desired,
        PodObservation seen,
        ProbeResults probes,
        RestartBackOff backOff,
        Instant now) {}
