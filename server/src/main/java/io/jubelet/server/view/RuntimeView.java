package io.jubelet.server.view;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.StreamingRuntime;
import java.util.List;
import java.util.Optional;

/// What the endpoints may ask of the runtime.
///
/// Thread: any; it blocks, and throws as the runtime does.
public interface RuntimeView {
    static RuntimeView of(ContainerRuntime runtime, StreamingRuntime streaming) {
        return new ListedRuntime(runtime, streaming);
    }

    /// The newest running instance of a container.
    Optional<ContainerId> runningContainer(PodUid pod, String name);

    /// The newest sandbox of a pod that is ready.
    Optional<SandboxId> readySandbox(PodUid pod);

    /// Every pod of which something runs.
    List<RunningPod> runningPods();

    StreamingRuntime streaming();

    /// A pod as the runtime knows it.
    record RunningPod(PodIdentity identity, List<RunningContainer> containers) {
        public RunningPod {
            containers = List.copyOf(containers);
        }
    }

    /// @param image empty where the container ended while it was looked at
    record RunningContainer(String name, String image) {}
}
