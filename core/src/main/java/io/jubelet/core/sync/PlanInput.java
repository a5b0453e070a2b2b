package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.probe.ProbeVerdicts;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.status.ProbeResults;
import java.time.Instant;

/// All that the next step of a pod depends on.
///
/// @param probes what probes last said of its containers
/// @param verdicts which running containers have to be replaced
/// @param backOff the waits of its containers after crashes
/// @param dead how many of its containers stay when they have ended
public record PlanInput(
        DesiredPod desired,
        PodObservation seen,
        ProbeResults probes,
        ProbeVerdicts verdicts,
        RestartBackOff backOff,
        DeadContainerLimits dead,
        Instant now) {

    /// Whether a regular container that ended so is started again: by what it ended with, or
    /// because it was ended for another to take its place. One that ended by itself before its
    /// specification changed is not run once more for that.
    boolean startsAgain(Container container, ObservedContainer ended) {
        return desired.restartsAfter(container, ended.exit().orElseThrow().code())
                || probes.condemned(desired.uid(), ended.id());
    }

    /// On a node with the usual limits.
    PlanInput(
            DesiredPod desired,
            PodObservation seen,
            ProbeResults probes,
            ProbeVerdicts verdicts,
            RestartBackOff backOff,
            Instant now) {
        this(desired, seen, probes, verdicts, backOff, DeadContainerLimits.STANDARD, now);
    }

    /// Of a pod whose probes condemn nothing.
    PlanInput(
            DesiredPod desired,
            PodObservation seen,
            ProbeResults probes,
            RestartBackOff backOff,
            Instant now) {
        this(desired, seen, probes, ProbeVerdicts.NONE, backOff, now);
    }
}
