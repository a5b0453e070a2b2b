package io.jubelet.server.view;

import io.jubelet.api.core.EphemeralContainer;
import io.jubelet.api.core.Pod;

/// What the endpoints look up in a pod's specification.
///
/// Thread: stateless.
public final class PodSpecs {
    private PodSpecs() {}

    /// Whether the pod has a container of any kind of that name.
    public static boolean hasContainer(Pod pod, String name) {
        var spec = pod.getSpec();
        return spec.getContainersList().stream().anyMatch(each -> each.getName().equals(name))
                || spec.getInitContainersList().stream()
                        .anyMatch(each -> each.getName().equals(name))
                || spec.getEphemeralContainersList().stream()
                        .anyMatch(
                                each -> each.getEphemeralContainerCommon().getName().equals(name));
    }

    /// Whether the container of that name was given a terminal.
    public static boolean hasTerminal(Pod pod, String name) {
        var spec = pod.getSpec();
        return spec.getContainersList().stream()
                        .anyMatch(each -> each.getName().equals(name) && each.getTty())
                || spec.getInitContainersList().stream()
                        .anyMatch(each -> each.getName().equals(name) && each.getTty())
                || spec.getEphemeralContainersList().stream()
                        .map(EphemeralContainer::getEphemeralContainerCommon)
                        .anyMatch(each -> each.getName().equals(name) && each.getTty());
    }
}
