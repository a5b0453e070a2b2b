package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.PodSecurityContext;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.SeccompProfile;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.ProcessIdentity.Seccomp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Security contexts of a pod as the runtime takes them. Pure; what a container says wins over what
/// its pod says.
///
/// Upstream: kuberuntime/security_context.go, pkg/securitycontext.
final class ProcessIdentities {
    private ProcessIdentities() {}

    static ProcessIdentity ofSandbox(PodSpec spec) {
        var context = spec.getSecurityContext();
        var privileged =
                Stream.concat(
                                spec.getInitContainersList().stream(),
                                spec.getContainersList().stream())
                        .anyMatch(container -> container.getSecurityContext().getPrivileged());
        return new ProcessIdentity(
                context.hasRunAsUser()
                        ? OptionalLong.of(context.getRunAsUser())
                        : OptionalLong.empty(),
                context.hasRunAsGroup()
                        ? OptionalLong.of(context.getRunAsGroup())
                        : OptionalLong.empty(),
                groups(context),
                privileged,
                false,
                false,
                List.of(),
                List.of(),
                Optional.of(new Seccomp.RuntimeDefault()));
    }

    /// The group that owns the volumes comes before the others.
    private static List<Long> groups(PodSecurityContext context) {
        var groups = new ArrayList<Long>();
        if (context.hasFsGroup()) {
            groups.add(context.getFsGroup());
        }
        groups.addAll(context.getSupplementalGroupsList());
        return groups;
    }

    static ProcessIdentity of(PodSpec spec, Container container) {
        var ofPod = spec.getSecurityContext();
        var own = container.getSecurityContext();
        var user = OptionalLong.empty();
        if (own.hasRunAsUser()) {
            user = OptionalLong.of(own.getRunAsUser());
        } else if (ofPod.hasRunAsUser()) {
            user = OptionalLong.of(ofPod.getRunAsUser());
        }
        var group = OptionalLong.empty();
        if (own.hasRunAsGroup()) {
            group = OptionalLong.of(own.getRunAsGroup());
        } else if (ofPod.hasRunAsGroup()) {
            group = OptionalLong.of(ofPod.getRunAsGroup());
        }
        return new ProcessIdentity(
                user,
                group,
                groups(ofPod),
                own.getPrivileged(),
                own.getReadOnlyRootFilesystem(),
                own.hasAllowPrivilegeEscalation() && !own.getAllowPrivilegeEscalation(),
                own.getCapabilities().getAddList(),
                own.getCapabilities().getDropList(),
                own.hasSeccompProfile()
                        ? seccomp(own.getSeccompProfile())
                        : seccomp(ofPod.getSeccompProfile()));
    }

    private static Optional<Seccomp> seccomp(SeccompProfile profile) {
        return switch (profile.getType()) {
            case "RuntimeDefault" -> Optional.of(new Seccomp.RuntimeDefault());
            case "Localhost" -> Optional.of(new Seccomp.Localhost(profile.getLocalhostProfile()));
            default -> Optional.empty();
        };
    }
}
