package io.jubelet.core.probe;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;

/// What people are told of probes, in upstream's words.
///
/// Thread: any; never blocks.
/// Upstream: prober/prober.go probe.
final class ProbeEvents {
    private final EventRecorder recorder;

    ProbeEvents(EventRecorder recorder) {
        this.recorder = recorder;
    }

    void tell(DesiredPod pod, Container container, ProbeKind kind, ProbeOutcome outcome) {
        switch (outcome) {
            case ProbeOutcome.Success _ -> {}
            case ProbeOutcome.Warning(var text) ->
                    warn(pod, container, "ProbeWarning", kind.text() + " probe warning: " + text);
            case ProbeOutcome.Failure(var text) ->
                    warn(pod, container, "Unhealthy", kind.text() + " probe failed: " + text);
            case ProbeOutcome.Unknown(var text) ->
                    warn(
                            pod,
                            container,
                            "Unhealthy",
                            kind.text() + " probe errored and resulted in unknown state: " + text);
        }
    }

    private void warn(DesiredPod pod, Container container, String reason, String message) {
        var list = pod.containers().contains(container) ? "containers" : "initContainers";
        var path = "spec." + list + "{" + container.getName() + "}";
        recorder.warning(EventSubject.of(pod.pod()).at(path), reason, message);
    }
}
