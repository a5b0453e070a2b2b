package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.PodSpec;
import io.jubelet.core.cgroup.HugePageCalculator;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.volume.VolumeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The fields of a pod that this agent cannot honour yet. Pure.
///
/// A pod that has one of them does not start: to run it without its probe, volume or confinement
/// would be to run another pod. The list shrinks as the agent grows; `docs/parity.md` has it too.
public final class UnsupportedFields {
    private final List<String> found = new ArrayList<>();

    private UnsupportedFields() {}

    public static List<String> of(DesiredPod desired) {
        var fields = new UnsupportedFields();
        fields.lookAt(desired);
        return fields.found;
    }

    private void lookAt(DesiredPod desired) {
        var spec = desired.pod().getSpec();
        lookAtVolumes(spec);
        note(spec.getResourceClaimsCount() > 0, "spec.resourceClaims");
        lookAt(desired.initContainers(), "spec.initContainers");
        lookAt(desired.containers(), "spec.containers");
        lookAt(desired.ephemeralContainers(), "spec.ephemeralContainers");
    }

    private void lookAtVolumes(PodSpec spec) {
        for (var volume : spec.getVolumesList()) {
            switch (VolumeKind.of(volume)) {
                case VolumeKind.Unsupported(var field) ->
                        found.add("spec.volumes[" + volume.getName() + "]." + field);
                case VolumeKind.HostPath _, VolumeKind.Own _, VolumeKind.Image _ -> {}
            }
        }
    }

    private void lookAt(List<Container> containers, String path) {
        for (var index = 0; index < containers.size(); index++) {
            lookAt(containers.get(index), path + "[" + index + "].");
        }
    }

    private void lookAt(Container container, String path) {
        note(container.getVolumeDevicesCount() > 0, path + "volumeDevices");
        lookAtResources(container, path);
    }

    private void lookAtResources(Container container, String path) {
        for (var resource : container.getResources().getLimitsMap().keySet()) {
            note(
                    !Set.of("cpu", "memory", "ephemeral-storage").contains(resource)
                            && !HugePageCalculator.isHugePages(resource),
                    path + "resources.limits[" + resource + "]");
        }
        note(container.getResources().getClaimsCount() > 0, path + "resources.claims");
    }

    private void note(boolean present, String path) {
        if (present) {
            found.add(path);
        }
    }
}
