package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.runtime.Ordered;
import io.jubelet.core.runtime.PodObservation;
import java.util.Map;
import java.util.Optional;

/// All that the resize of a pod depends on.
///
/// @param allocated the pod with the sizes that the node has given it
/// @param actuated what its containers were last told, by name; one that is missing counts as told
///     nothing
/// @param actuatedPod what the pod as a whole was last told; absent before it was told anything
/// @param cgroup what the pod's cgroup is held to
/// @param wanted what it is to be held to
/// @param gates what may be resized at all
public record ResizeInput(
        DesiredPod allocated,
        PodObservation seen,
        Map<String, ContainerSize> actuated,
        Optional<ContainerSize> actuatedPod,
        CgroupLimits cgroup,
        CgroupLimits wanted,
        Gates gates) {
    public ResizeInput {
        actuated = Ordered.copy(actuated);
    }

    /// @param initContainers InPlacePodVerticalScalingInitContainers
    /// @param podLevel InPlacePodLevelResourcesVerticalScaling
    public record Gates(boolean initContainers, boolean podLevel) {
        public static final Gates OPEN = new Gates(true, true);
    }
}
