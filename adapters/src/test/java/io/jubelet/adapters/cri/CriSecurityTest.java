package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.Confinement;
import io.jubelet.core.runtime.Confinement.AppArmor;
import io.jubelet.core.runtime.Confinement.SeLinux;
import io.jubelet.core.runtime.Confinement.Seccomp;
import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.cri.v1.Capability;
import io.jubelet.cri.v1.IDMapping;
import io.jubelet.cri.v1.NamespaceMode;
import io.jubelet.cri.v1.NamespaceOption;
import io.jubelet.cri.v1.SecurityProfile;
import io.jubelet.cri.v1.SecurityProfile.ProfileType;
import io.jubelet.cri.v1.UserNamespace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// As whom sandboxes and containers run, and what they are kept from, as the runtime is told it.
final class CriSecurityTest {
    private final CriConfigs configs = new CriConfigs(new CriSecurity(List.of("/proc/kcore")));

    @ParameterizedTest
    @CsvSource({
        // network, pid, ipc of the node; pids shared in the pod; what CRI is told
        "false, false, false, false, POD, CONTAINER, POD",
        "true, false, false, false, NODE, CONTAINER, POD",
        "false, true, false, false, POD, NODE, POD",
        "false, true, false, true, POD, NODE, POD",
        "false, false, true, false, POD, CONTAINER, NODE",
        "false, false, false, true, POD, POD, POD",
    })
    void namespacesAreTheNodesThePodsOrTheContainers(
            boolean hostNetwork,
            boolean hostPid,
            boolean hostIpc,
            boolean sharedPid,
            NamespaceMode network,
            NamespaceMode pid,
            NamespaceMode ipc) {
        var namespaces = new SandboxSpec.Namespaces(hostNetwork, hostPid, hostIpc, sharedPid);
        var spec = Specs.sandbox(namespaces, ProcessIdentity.DEFAULT);
        var expected =
                NamespaceOption.newBuilder()
                        .setNetwork(network)
                        .setPid(pid)
                        .setIpc(ipc)
                        .setUsernsOptions(UserNamespace.newBuilder().setMode(NamespaceMode.NODE))
                        .build();

        var ofSandbox = configs.sandbox(spec).getLinux().getSecurityContext();
        var ofContainer = configs.container(Specs.container(ProcessIdentity.DEFAULT), spec);

        assertThat(ofSandbox.getNamespaceOptions()).isEqualTo(expected);
        assertThat(ofContainer.getLinux().getSecurityContext().getNamespaceOptions())
                .isEqualTo(expected);
    }

    @Test
    void aPodsOwnUsersAreTheSameInSandboxContainerAndMounts() {
        var last = new IdRange((1L << 32) - 65_536, 65_536);
        var namespaces = new SandboxSpec.Namespaces(false, false, false, false, Optional.of(last));
        var spec = Specs.sandbox(namespaces, ProcessIdentity.DEFAULT);
        var ids =
                IDMapping.newBuilder()
                        .setHostId(Integer.parseUnsignedInt("4294901760"))
                        .setContainerId(0)
                        .setLength(65_536)
                        .build();
        var users =
                UserNamespace.newBuilder()
                        .setMode(NamespaceMode.POD)
                        .addUids(ids)
                        .addGids(ids)
                        .build();

        var ofSandbox = configs.sandbox(spec).getLinux().getSecurityContext();
        var container = configs.container(Specs.container(ProcessIdentity.DEFAULT), spec);

        assertThat(ofSandbox.getNamespaceOptions().getUsernsOptions()).isEqualTo(users);
        assertThat(
                        container
                                .getLinux()
                                .getSecurityContext()
                                .getNamespaceOptions()
                                .getUsernsOptions())
                .isEqualTo(users);
        assertThat(container.getMountsList())
                .isNotEmpty()
                .allSatisfy(
                        mount -> {
                            assertThat(mount.getUidMappingsList()).containsExactly(ids);
                            assertThat(mount.getGidMappingsList()).containsExactly(ids);
                        });
    }

    static Stream<Arguments> profiles() {
        return Stream.of(
                Arguments.of(Optional.empty(), ProfileType.Unconfined, ""),
                Arguments.of(
                        Optional.of(new Seccomp.RuntimeDefault()), ProfileType.RuntimeDefault, ""),
                Arguments.of(
                        Optional.of(new Seccomp.Localhost("/root/seccomp/strict.json")),
                        ProfileType.Localhost,
                        "/root/seccomp/strict.json"));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void seccompIsAlwaysSaid(Optional<Seccomp> profile, ProfileType type, String reference) {
        var identity = identity(List.of(), List.of(), profile);
        var expected =
                SecurityProfile.newBuilder()
                        .setProfileType(type)
                        .setLocalhostRef(reference)
                        .build();
        var sandbox = Specs.sandbox(Specs.OWN_NAMESPACES, identity);

        var ofSandbox = configs.sandbox(sandbox).getLinux().getSecurityContext();
        var ofContainer = configs.container(Specs.container(identity), sandbox).getLinux();

        assertThat(ofSandbox.getSeccomp()).isEqualTo(expected);
        assertThat(ofContainer.getSecurityContext().getSeccomp()).isEqualTo(expected);
    }

    private static ProcessIdentity identity(
            List<String> add, List<String> drop, Optional<Seccomp> seccomp) {
        return new ProcessIdentity(
                OptionalLong.of(0),
                "",
                OptionalLong.of(3000),
                List.of(1L, 2L),
                ProcessIdentity.GroupsPolicy.STRICT,
                true,
                true,
                true,
                add,
                drop,
                new Confinement(seccomp, Optional.empty(), Optional.empty(), false));
    }

    @Test
    void whatConfinesAContainerIsSaid() {
        var confined =
                new ProcessIdentity(
                        OptionalLong.empty(),
                        "app",
                        OptionalLong.empty(),
                        List.of(),
                        ProcessIdentity.GroupsPolicy.MERGE,
                        false,
                        false,
                        false,
                        List.of(),
                        List.of(),
                        new Confinement(
                                Optional.empty(),
                                Optional.of(new AppArmor.Localhost("mine")),
                                Optional.of(new SeLinux("u", "r", "t", "s0")),
                                true));

        var context =
                configs.container(Specs.container(confined), Specs.sandbox())
                        .getLinux()
                        .getSecurityContext();

        assertThat(context.getRunAsUsername()).isEqualTo("app");
        assertThat(context.getApparmor().getLocalhostRef()).isEqualTo("mine");
        assertThat(context.getSelinuxOptions().getLevel()).isEqualTo("s0");
        assertThat(context.getMaskedPathsList()).isEmpty();
        assertThat(context.getReadonlyPathsList()).isEmpty();
    }

    @Test
    void defaultsHideWhatContainersMustNotSee() {
        var context =
                configs.container(Specs.container(ProcessIdentity.DEFAULT), Specs.sandbox())
                        .getLinux()
                        .getSecurityContext();

        assertThat(context.getMaskedPathsList()).containsExactly("/proc/kcore");
        assertThat(context.getReadonlyPathsList())
                .containsExactly(
                        "/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");
        assertThat(context.hasRunAsUser()).isFalse();
        assertThat(context.hasRunAsGroup()).isFalse();
        assertThat(context.hasCapabilities()).isFalse();
        assertThat(context.getPrivileged()).isFalse();
        assertThat(context.getNoNewPrivs()).isFalse();
    }

    @Test
    void anIdentityIsPassedOnInFull() {
        var identity = identity(List.of("NET_ADMIN"), List.of("ALL"), Optional.empty());

        var context =
                configs.container(Specs.container(identity), Specs.sandbox())
                        .getLinux()
                        .getSecurityContext();

        // User 0 is root, and not the same as no user.
        assertThat(context.hasRunAsUser()).isTrue();
        assertThat(context.getRunAsUser().getValue()).isZero();
        assertThat(context.getRunAsGroup().getValue()).isEqualTo(3000);
        assertThat(context.getSupplementalGroupsList()).containsExactly(1L, 2L);
        assertThat(context.getPrivileged()).isTrue();
        assertThat(context.getReadonlyRootfs()).isTrue();
        assertThat(context.getNoNewPrivs()).isTrue();
        assertThat(context.getCapabilities())
                .isEqualTo(
                        Capability.newBuilder()
                                .addAddCapabilities("NET_ADMIN")
                                .addDropCapabilities("ALL")
                                .build());
    }

    @Test
    void aSandboxTakesThePodsUser() {
        var identity = identity(List.of(), List.of(), Optional.empty());

        var context =
                configs.sandbox(Specs.sandbox(Specs.OWN_NAMESPACES, identity))
                        .getLinux()
                        .getSecurityContext();

        assertThat(context.getRunAsUser().getValue()).isZero();
        assertThat(context.hasRunAsUser()).isTrue();
        assertThat(context.getRunAsGroup().getValue()).isEqualTo(3000);
        assertThat(context.getPrivileged()).isTrue();
        assertThat(context.getSupplementalGroupsList()).containsExactly(1L, 2L);
    }
}
