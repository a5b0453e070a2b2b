package io.jubelet.model.validation;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.PodSpec;
import io.jubelet.model.pod.EphemeralContainers;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/// Walks over all containers of a pod, of whatever kind, with the path of each.
///
/// Thread: any; pure.
///
/// Upstream: apis/core/pods VisitContainersWithPath.
final class ContainerVisit {
    private ContainerVisit() {}

    /// Init containers first, then the regular ones, then the ephemeral.
    static void all(PodSpec spec, FieldPath at, BiConsumer<Container, FieldPath> visitor) {
        for (int i = 0; i < spec.getInitContainersCount(); i++) {
            visitor.accept(spec.getInitContainers(i), at.child("initContainers").index(i));
        }
        for (int i = 0; i < spec.getContainersCount(); i++) {
            visitor.accept(spec.getContainers(i), at.child("containers").index(i));
        }
        for (int i = 0; i < spec.getEphemeralContainersCount(); i++) {
            visitor.accept(
                    EphemeralContainers.asContainer(spec.getEphemeralContainers(i)),
                    at.child("ephemeralContainers").index(i));
        }
    }

    static Set<String> names(PodSpec spec) {
        Set<String> names = new LinkedHashSet<>();
        all(spec, FieldPath.root("spec"), (container, _) -> names.add(container.getName()));
        return names;
    }
}
