package io.jubelet.core.admission;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.SecurityContext;
import java.util.Optional;
import java.util.stream.Stream;

/// Whether the machine can confine a pod by the AppArmor profiles that it asks for. Pure.
///
/// Upstream: security/apparmor validate.go, helpers.go.
final class AppArmorPolicy {
    private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";
    private static final String UNCONFINED = "Unconfined";

    private AppArmorPolicy() {}

    /// @param hostProblem why the machine has no AppArmor, if it has none
    static Optional<String> problem(Pod pod, Optional<String> hostProblem) {
        if (!required(pod)) {
            return Optional.empty();
        }
        return hostProblem.or(() -> emptyProfile(pod));
    }

    private static boolean required(Pod pod) {
        var context = pod.getSpec().getSecurityContext();
        if (context.hasAppArmorProfile()
                && !context.getAppArmorProfile().getType().equals(UNCONFINED)) {
            return true;
        }
        var byField =
                contexts(pod)
                        .filter(SecurityContext::hasAppArmorProfile)
                        .map(SecurityContext::getAppArmorProfile)
                        .anyMatch(profile -> !profile.getType().equals(UNCONFINED));
        return byField
                || pod.getMetadata().getAnnotationsMap().entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(ANNOTATION))
                        .anyMatch(entry -> !entry.getValue().equals("unconfined"));
    }

    private static Stream<SecurityContext> contexts(Pod pod) {
        var spec = pod.getSpec();
        return Stream.of(
                        spec.getInitContainersList().stream().map(Container::getSecurityContext),
                        spec.getContainersList().stream().map(Container::getSecurityContext),
                        spec.getEphemeralContainersList().stream()
                                .map(one -> one.getEphemeralContainerCommon().getSecurityContext()))
                .flatMap(contexts -> contexts);
    }

    private static Optional<String> emptyProfile(Pod pod) {
        var ofPod = pod.getSpec().getSecurityContext().getAppArmorProfile();
        return Stream.concat(
                        Stream.of(ofPod), contexts(pod).map(SecurityContext::getAppArmorProfile))
                .filter(profile -> profile.getType().equals("Localhost"))
                .filter(profile -> profile.getLocalhostProfile().isBlank())
                .findFirst()
                .map(_ -> "invalid empty AppArmor profile name");
    }
}
