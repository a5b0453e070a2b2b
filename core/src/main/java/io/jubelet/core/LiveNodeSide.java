package io.jubelet.core;

import io.jubelet.core.loop.RuntimeStatus;
import io.jubelet.core.probe.ProbeBoard;
import io.jubelet.core.status.HandlerFeatures;
import io.jubelet.core.status.StatusInput;
import io.jubelet.core.volume.NodeSetting;
import java.util.function.Supplier;

/// What the node adds to the status of a pod, as it is when it is asked for.
///
/// Thread: any.
record LiveNodeSide(
        RuntimeStatus runtime,
        NodeSetting node,
        ProbeBoard probes,
        HandlerFeatures handlers,
        AgentSettings settings)
        implements Supplier<StatusInput.NodeSide> {
    @Override
    public StatusInput.NodeSide get() {
        return new StatusInput.NodeSide(
                runtime.name(),
                node.addresses(),
                probes,
                handlers,
                settings.node().pods().features().stopSignals());
    }
}
