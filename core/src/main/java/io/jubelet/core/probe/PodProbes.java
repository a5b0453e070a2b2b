package io.jubelet.core.probe;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.PodUid;

/// A pod's probes as its worker sees them. No method waits for a probe: a pod of which a probe says
/// something new is poked.
///
/// Thread: the pod's worker, for every method.
/// Upstream: prober/prober_manager.go Manager.
public interface PodProbes {
    /// No container is probed.
    PodProbes NONE =
            new PodProbes() {
                @Override
                public void follow(DesiredPod pod, PodObservation seen) {}

                @Override
                public ProbeVerdicts verdicts(PodUid pod) {
                    return ProbeVerdicts.NONE;
                }

                @Override
                public void condemn(PodUid pod, ContainerId instance) {}

                @Override
                public void nothingComesBack(PodUid pod) {}

                @Override
                public void ending(PodUid pod) {}

                @Override
                public void forget(PodUid pod) {}
            };

    /// This is what runs of the pod now: what is new is probed, what is gone no longer. Called
    /// before a status is made of the same observation.
    void follow(DesiredPod pod, PodObservation seen);

    /// What has to be replaced.
    ProbeVerdicts verdicts(PodUid pod);

    /// This instance is now told to end because of its verdict, or because its specification
    /// changed: until another one is there it is one to be replaced, however it ends.
    void condemn(PodUid pod, ContainerId instance);

    /// The pod is about to be told as over: nothing that was condemned is replaced any more, nor by
    /// an agent after this one, whatever this one could recall.
    void nothingComesBack(PodUid pod);

    /// The pod ends: nothing of it is replaced any more, but others still want to know whether it
    /// can be used.
    void ending(PodUid pod);

    /// Nothing of the pod runs any more.
    void forget(PodUid pod);
}
