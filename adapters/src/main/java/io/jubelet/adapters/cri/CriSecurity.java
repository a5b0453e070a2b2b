package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.Confinement;
import io.jubelet.core.runtime.Confinement.AppArmor;
import io.jubelet.core.runtime.Confinement.SeLinux;
import io.jubelet.core.runtime.Confinement.Seccomp;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.cri.v1.Capability;
import io.jubelet.cri.v1.IDMapping;
import io.jubelet.cri.v1.Int64Value;
import io.jubelet.cri.v1.LinuxContainerSecurityContext;
import io.jubelet.cri.v1.LinuxSandboxSecurityContext;
import io.jubelet.cri.v1.NamespaceMode;
import io.jubelet.cri.v1.NamespaceOption;
import io.jubelet.cri.v1.SELinuxOption;
import io.jubelet.cri.v1.SecurityProfile;
import io.jubelet.cri.v1.SecurityProfile.ProfileType;
import io.jubelet.cri.v1.SupplementalGroupsPolicy;
import io.jubelet.cri.v1.UserNamespace;
import java.util.List;
import java.util.Optional;

/// Writes as whom, and with what powers, processes run in CRI's terms.
///
/// Thread: any; pure.
///
/// Upstream: kuberuntime/security_context.go, securitycontext/util.go.
final class CriSecurity {
    /// What no container but a privileged one may write.
    static final List<String> READ_ONLY_PATHS =
            List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");

    private final List<String> maskedPaths;

    /// @param maskedPaths what no container but a privileged one may see, on this machine
    CriSecurity(List<String> maskedPaths) {
        this.maskedPaths = List.copyOf(maskedPaths);
    }

    LinuxSandboxSecurityContext sandbox(
            ProcessIdentity identity, SandboxSpec.Namespaces namespaces) {
        var context =
                LinuxSandboxSecurityContext.newBuilder()
                        .setNamespaceOptions(namespaces(namespaces))
                        .setPrivileged(identity.privileged())
                        .setReadonlyRootfs(identity.readOnlyRoot())
                        .addAllSupplementalGroups(identity.supplementalGroups())
                        .setSupplementalGroupsPolicy(groupsPolicy(identity))
                        .setSeccomp(seccomp(identity.confinement().seccomp()));
        identity.confinement()
                .seLinux()
                .ifPresent(label -> context.setSelinuxOptions(seLinux(label)));
        identity.user().ifPresent(user -> context.setRunAsUser(value(user)));
        identity.group().ifPresent(group -> context.setRunAsGroup(value(group)));
        return context.build();
    }

    /// @param processesOf the container whose processes it sees, where they are not shared anyway
    LinuxContainerSecurityContext container(
            ProcessIdentity identity,
            SandboxSpec.Namespaces namespaces,
            Optional<ContainerId> processesOf) {
        var context =
                LinuxContainerSecurityContext.newBuilder()
                        .setNamespaceOptions(namespaces(namespaces, processesOf))
                        .setPrivileged(identity.privileged())
                        .setReadonlyRootfs(identity.readOnlyRoot())
                        .setNoNewPrivs(identity.noNewPrivileges())
                        .addAllSupplementalGroups(identity.supplementalGroups())
                        .setSupplementalGroupsPolicy(groupsPolicy(identity))
                        .setRunAsUsername(identity.userName());
        confine(context, identity.confinement());
        if (!identity.addCapabilities().isEmpty() || !identity.dropCapabilities().isEmpty()) {
            context.setCapabilities(
                    Capability.newBuilder()
                            .addAllAddCapabilities(identity.addCapabilities())
                            .addAllDropCapabilities(identity.dropCapabilities()));
        }
        identity.user().ifPresent(user -> context.setRunAsUser(value(user)));
        identity.group().ifPresent(group -> context.setRunAsGroup(value(group)));
        return context.build();
    }

    private void confine(LinuxContainerSecurityContext.Builder context, Confinement confinement) {
        if (!confinement.unmaskedProc()) {
            context.addAllMaskedPaths(maskedPaths).addAllReadonlyPaths(READ_ONLY_PATHS);
        }
        context.setSeccomp(seccomp(confinement.seccomp()));
        confinement.appArmor().ifPresent(profile -> context.setApparmor(appArmor(profile)));
        confinement.seLinux().ifPresent(label -> context.setSelinuxOptions(seLinux(label)));
    }

    private static SupplementalGroupsPolicy groupsPolicy(ProcessIdentity identity) {
        return switch (identity.groupsPolicy()) {
            case MERGE -> SupplementalGroupsPolicy.Merge;
            case STRICT -> SupplementalGroupsPolicy.Strict;
        };
    }

    private static SELinuxOption seLinux(SeLinux label) {
        return SELinuxOption.newBuilder()
                .setUser(label.user())
                .setRole(label.role())
                .setType(label.type())
                .setLevel(label.level())
                .build();
    }

    private static SecurityProfile appArmor(AppArmor profile) {
        return switch (profile) {
            case AppArmor.RuntimeDefault() -> profile(ProfileType.RuntimeDefault, "");
            case AppArmor.Unconfined() -> profile(ProfileType.Unconfined, "");
            case AppArmor.Localhost(var name) -> profile(ProfileType.Localhost, name);
        };
    }

    private static SecurityProfile profile(ProfileType type, String reference) {
        return SecurityProfile.newBuilder().setProfileType(type).setLocalhostRef(reference).build();
    }

    private static NamespaceOption namespaces(SandboxSpec.Namespaces namespaces) {
        return NamespaceOption.newBuilder()
                .setNetwork(node(namespaces.hostNetwork()))
                .setIpc(node(namespaces.hostIpc()))
                .setPid(pid(namespaces))
                .setUsernsOptions(users(namespaces))
                .build();
    }

    private static NamespaceOption namespaces(
            SandboxSpec.Namespaces namespaces, Optional<ContainerId> processesOf) {
        var options = namespaces(namespaces);
        return processesOf
                .filter(_ -> options.getPid() == NamespaceMode.CONTAINER)
                .map(
                        target ->
                                options.toBuilder()
                                        .setPid(NamespaceMode.TARGET)
                                        .setTargetId(target.value())
                                        .build())
                .orElse(options);
    }

    private static UserNamespace users(SandboxSpec.Namespaces namespaces) {
        var ids = ids(namespaces);
        return UserNamespace.newBuilder()
                .setMode(node(ids.isEmpty()))
                .addAllUids(ids)
                .addAllGids(ids)
                .build();
    }

    /// How the pod's ids are the node's; none where they are the same.
    static List<IDMapping> ids(SandboxSpec.Namespaces namespaces) {
        return namespaces.ownUsers().stream()
                .map(
                        range ->
                                IDMapping.newBuilder()
                                        .setHostId((int) range.first())
                                        .setLength((int) range.length())
                                        .build())
                .toList();
    }

    private static NamespaceMode node(boolean host) {
        return host ? NamespaceMode.NODE : NamespaceMode.POD;
    }

    /// The zero value would share one pid namespace in the pod, which nobody asked for.
    private static NamespaceMode pid(SandboxSpec.Namespaces namespaces) {
        if (namespaces.hostPid()) {
            return NamespaceMode.NODE;
        }
        return namespaces.sharedPid() ? NamespaceMode.POD : NamespaceMode.CONTAINER;
    }

    private static SecurityProfile seccomp(Optional<Seccomp> profile) {
        if (profile.isEmpty()) {
            return profile(ProfileType.Unconfined, "");
        }
        return switch (profile.get()) {
            case Seccomp.RuntimeDefault() -> profile(ProfileType.RuntimeDefault, "");
            case Seccomp.Localhost(var path) -> profile(ProfileType.Localhost, path);
        };
    }

    private static Int64Value value(long number) {
        return Int64Value.newBuilder().setValue(number).build();
    }
}
