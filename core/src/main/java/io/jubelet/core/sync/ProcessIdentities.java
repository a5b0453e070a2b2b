package io.jubelet.core.sync;

import io.jubelet.api.core.AppArmorProfile;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.PodSecurityContext;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.SELinuxOptions;
import io.jubelet.api.core.SeccompProfile;
import io.jubelet.core.runtime.Confinement;
import io.jubelet.core.runtime.Confinement.AppArmor;
import io.jubelet.core.runtime.Confinement.SeLinux;
import io.jubelet.core.runtime.Confinement.Seccomp;
import io.jubelet.core.runtime.ImageService.ImageUser;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.ProcessIdentity.GroupsPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Security contexts of a pod as the runtime takes them. Pure; what a container says wins over what
/// its pod says, and what both leave open is the image's.
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
                user(context),
                "",
                group(context),
                groups(context),
                groupsPolicy(context),
                privileged,
                false,
                false,
                List.of(),
                List.of(),
                new Confinement(
                        Optional.of(new Seccomp.RuntimeDefault()),
                        Optional.empty(),
                        context.hasSeLinuxOptions()
                                ? Optional.of(seLinux(context.getSeLinuxOptions()))
                                : Optional.empty(),
                        false));
    }

    static ProcessIdentity of(
            PodSpec spec, Container container, ImageUser image, PodSettings settings) {
        var ofPod = spec.getSecurityContext();
        var own = container.getSecurityContext();
        var user = own.hasRunAsUser() ? OptionalLong.of(own.getRunAsUser()) : user(ofPod);
        var group = own.hasRunAsGroup() ? OptionalLong.of(own.getRunAsGroup()) : group(ofPod);
        return new ProcessIdentity(
                user.isPresent() ? user : image.uid(),
                user.isPresent() ? "" : image.name(),
                group,
                groups(ofPod),
                groupsPolicy(ofPod),
                own.getPrivileged(),
                own.getReadOnlyRootFilesystem(),
                own.hasAllowPrivilegeEscalation() && !own.getAllowPrivilegeEscalation(),
                own.getCapabilities().getAddList(),
                own.getCapabilities().getDropList(),
                confinement(ofPod, container, settings));
    }

    private static Confinement confinement(
            PodSecurityContext ofPod, Container container, PodSettings settings) {
        var own = container.getSecurityContext();
        var profile = own.hasSeccompProfile() ? own.getSeccompProfile() : ofPod.getSeccompProfile();
        var asked = own.hasSeccompProfile() || ofPod.hasSeccompProfile();
        Optional<Seccomp> seccomp =
                asked || !settings.seccompByDefault()
                        ? seccomp(profile, settings)
                        : Optional.of(new Seccomp.RuntimeDefault());
        return new Confinement(
                seccomp,
                own.hasAppArmorProfile()
                        ? appArmor(own.getAppArmorProfile())
                        : appArmor(ofPod.getAppArmorProfile()),
                seLinux(ofPod, container),
                own.getProcMount().equals("Unmasked"));
    }

    private static OptionalLong user(PodSecurityContext context) {
        return context.hasRunAsUser()
                ? OptionalLong.of(context.getRunAsUser())
                : OptionalLong.empty();
    }

    private static OptionalLong group(PodSecurityContext context) {
        return context.hasRunAsGroup()
                ? OptionalLong.of(context.getRunAsGroup())
                : OptionalLong.empty();
    }

    /// The group that owns the pod's volumes is one of every process's.
    private static List<Long> groups(PodSecurityContext context) {
        var groups = new ArrayList<Long>();
        if (context.hasFsGroup()) {
            groups.add(context.getFsGroup());
        }
        groups.addAll(context.getSupplementalGroupsList());
        return groups;
    }

    private static GroupsPolicy groupsPolicy(PodSecurityContext context) {
        return context.getSupplementalGroupsPolicy().equals("Strict")
                ? GroupsPolicy.STRICT
                : GroupsPolicy.MERGE;
    }

    private static Optional<Seccomp> seccomp(SeccompProfile profile, PodSettings settings) {
        return switch (profile.getType()) {
            case "RuntimeDefault" -> Optional.of(new Seccomp.RuntimeDefault());
            case "Localhost" ->
                    Optional.of(
                            new Seccomp.Localhost(
                                    settings.seccompFolder()
                                            + "/"
                                            + profile.getLocalhostProfile()));
            default -> Optional.empty();
        };
    }

    private static Optional<AppArmor> appArmor(AppArmorProfile profile) {
        return switch (profile.getType()) {
            case "RuntimeDefault" -> Optional.of(new AppArmor.RuntimeDefault());
            case "Unconfined" -> Optional.of(new AppArmor.Unconfined());
            case "Localhost" -> Optional.of(new AppArmor.Localhost(profile.getLocalhostProfile()));
            default -> Optional.empty();
        };
    }

    private static Optional<SeLinux> seLinux(PodSecurityContext ofPod, Container container) {
        var own = container.getSecurityContext();
        if (own.hasSeLinuxOptions()) {
            return Optional.of(seLinux(own.getSeLinuxOptions()));
        }
        return ofPod.hasSeLinuxOptions()
                ? Optional.of(seLinux(ofPod.getSeLinuxOptions()))
                : Optional.empty();
    }

    private static SeLinux seLinux(SELinuxOptions options) {
        return new SeLinux(
                options.getUser(), options.getRole(), options.getType(), options.getLevel());
    }
}
