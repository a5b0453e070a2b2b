package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.core.runtime.ImageService.ImageUser;
import java.util.Optional;

/// Whether a container that must not run as root would. Pure.
///
/// Upstream: kuberuntime/security_context_others.go verifyRunAsNonRoot.
final class NonRootPolicy {
    private NonRootPolicy() {}

    /// What is wrong, as people read it in the container's state; empty when nothing is.
    static Optional<String> objection(Pod pod, Container container, ImageUser image) {
        var ofPod = pod.getSpec().getSecurityContext();
        var own = container.getSecurityContext();
        if (!(own.hasRunAsNonRoot() ? own.getRunAsNonRoot() : ofPod.getRunAsNonRoot())) {
            return Optional.empty();
        }
        var where =
                " (pod: \"%s_%s(%s)\", container: %s)"
                        .formatted(
                                pod.getMetadata().getName(),
                                pod.getMetadata().getNamespace(),
                                pod.getMetadata().getUid(),
                                container.getName());
        if (own.hasRunAsUser() || ofPod.hasRunAsUser()) {
            var user = own.hasRunAsUser() ? own.getRunAsUser() : ofPod.getRunAsUser();
            return user == 0
                    ? Optional.of("container's runAsUser breaks non-root policy" + where)
                    : Optional.empty();
        }
        if (image.uid().isEmpty()) {
            return Optional.of(
                    "container has runAsNonRoot and image has non-numeric user ("
                            + image.name()
                            + "), cannot verify user is non-root"
                            + where);
        }
        return image.uid().getAsLong() == 0
                ? Optional.of("container has runAsNonRoot and image will run as root" + where)
                : Optional.empty();
    }
}
