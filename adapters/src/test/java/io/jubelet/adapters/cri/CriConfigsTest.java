package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.Confinement;
import io.jubelet.core.runtime.Confinement.AppArmor;
import io.jubelet.core.runtime.Confinement.SeLinux;
import io.jubelet.core.runtime.Confinement.Seccomp;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.cri.v1.Capability;
import io.jubelet.cri.v1.HugepageLimit;
import io.jubelet.cri.v1.IDMapping;
import io.jubelet.cri.v1.ImageSpec;
import io.jubelet.cri.v1.LinuxContainerResources;
import io.jubelet.cri.v1.Mount;
import io.jubelet.cri.v1.NamespaceMode;
import io.jubelet.cri.v1.NamespaceOption;
import io.jubelet.cri.v1.PodSandboxMetadata;
import io.jubelet.cri.v1.PortMapping;
import io.jubelet.cri.v1.Protocol;
import io.jubelet.cri.v1.SecurityProfile;
import io.jubelet.cri.v1.SecurityProfile.ProfileType;
import io.jubelet.cri.v1.Signal;
import io.jubelet.cri.v1.UserNamespace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class CriConfigsTest {
    private final CriConfigs configs = new CriConfigs(new CriSecurity(List.of("/proc/kcore")));

    @Test
    void aSandboxIsNamedAfterItsPod() {
        var config = configs.sandbox(Specs.sandbox());

        assertThat(config.getMetadata())
                .isEqualTo(
                        PodSandboxMetadata.newBuilder()
                                .setName("web")
                                .setNamespace("default")
                                .setUid("uid-1")
                                .setAttempt(3)
                                .build());
        assertThat(config.getHostname()).isEqualTo("web");
        assertThat(config.getLogDirectory()).isEqualTo("/logs/default_web_uid-1");
        assertThat(config.getLabelsMap()).isEqualTo(Specs.POD_LABELS);
        assertThat(config.getAnnotationsMap()).isEqualTo(Map.of("a", "b"));
    }

    @Test
    void anImageIsMountedAsItWasFoundAndAsItWasNamed() {
        var mount =
                new ContainerSpec.Mount(
                        "",
                        "/models",
                        true,
                        ContainerSpec.Propagation.PRIVATE,
                        false,
                        Optional.of(new ContainerSpec.MountedImage("sha256:1", "models:1", "v1")));
        var spec = Specs.container(ProcessIdentity.DEFAULT, mount);

        assertThat(configs.container(spec, Specs.sandbox()).getMountsList())
                .containsExactly(
                        Mount.newBuilder()
                                .setContainerPath("/models")
                                .setReadonly(true)
                                .setImage(
                                        ImageSpec.newBuilder()
                                                .setImage("sha256:1")
                                                .setUserSpecifiedImage("models:1")
                                                .setRuntimeHandler("test-handler")
                                                .putAnnotations("a", "b"))
                                .setImageSubPath("v1")
                                .build());
    }

    @Test
    void aContainerNamesTheSignalThatEndsItOrLeavesItToTheRuntime() {
        var mount = new ContainerSpec.Mount("/host", "/in", true);
        var named = Specs.container(ProcessIdentity.DEFAULT, mount, Optional.of("SIGRTMAX-2"));
        var silent = Specs.container(ProcessIdentity.DEFAULT);

        assertThat(configs.container(named, Specs.sandbox()).getStopSignal())
                .isEqualTo(Signal.SIGRTMAXMINUS2);
        assertThat(configs.container(silent, Specs.sandbox()).getStopSignal())
                .isEqualTo(Signal.RUNTIME_DEFAULT);
    }

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

    @ParameterizedTest
    @CsvSource({"TCP, TCP", "UDP, UDP", "SCTP, SCTP", "QUIC, TCP"})
    void portsAreMappedByProtocol(String protocol, Protocol mapped) {
        var plain = Specs.sandbox();
        var spec =
                new SandboxSpec(
                        plain.pod(),
                        0,
                        "",
                        "",
                        List.of(new SandboxSpec.PortMapping(protocol, 80, 8080, "127.0.0.1")),
                        Map.of(),
                        Map.of(),
                        plain.namespaces(),
                        plain.identity(),
                        "");

        assertThat(configs.sandbox(spec).getPortMappingsList())
                .containsExactly(
                        PortMapping.newBuilder()
                                .setProtocol(mapped)
                                .setContainerPort(80)
                                .setHostPort(8080)
                                .setHostIp("127.0.0.1")
                                .build());
    }

    @Test
    void aSandboxIsToldItsCgroupAndWhatThePodIsHeldTo() {
        var plain = Specs.sandbox();
        var limits =
                new ContainerSpec.ResourceLimits(
                        512,
                        50_000,
                        100_000,
                        64 << 20,
                        0,
                        64 << 20,
                        Map.of("2MB", 4L << 20),
                        Map.of("memory.oom.group", "1"));
        var spec =
                new SandboxSpec(
                        plain.pod(),
                        0,
                        "",
                        "",
                        List.of(),
                        Map.of(),
                        Map.of(),
                        plain.namespaces(),
                        plain.identity(),
                        "",
                        DnsSettings.NONE,
                        Map.of(),
                        new SandboxSpec.Resources(
                                "/kubepods/pod1", limits, ContainerSpec.ResourceLimits.NONE));

        var linux = configs.sandbox(spec).getLinux();

        assertThat(linux.getCgroupParent()).isEqualTo("/kubepods/pod1");
        assertThat(linux.getResources())
                .isEqualTo(
                        LinuxContainerResources.newBuilder()
                                .setCpuShares(512)
                                .setCpuQuota(50_000)
                                .setCpuPeriod(100_000)
                                .setMemoryLimitInBytes(64 << 20)
                                .setMemorySwapLimitInBytes(64 << 20)
                                .addHugepageLimits(
                                        HugepageLimit.newBuilder()
                                                .setPageSize("2MB")
                                                .setLimit(4L << 20))
                                .putUnified("memory.oom.group", "1")
                                .build());
        assertThat(linux.hasOverhead()).isTrue();
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
    void aContainerIsWhatItsSpecificationSays() {
        var config = configs.container(Specs.container(ProcessIdentity.DEFAULT), Specs.sandbox());

        assertThat(config.getMetadata().getName()).isEqualTo("app");
        assertThat(config.getMetadata().getAttempt()).isEqualTo(2);
        assertThat(config.getImage())
                .isEqualTo(
                        ImageSpec.newBuilder()
                                .setImage("sha256:abc")
                                .setUserSpecifiedImage("registry.example/app:1")
                                .build());
        assertThat(config.getCommandList()).containsExactly("/bin/app");
        assertThat(config.getArgsList()).containsExactly("--fast");
        assertThat(config.getWorkingDir()).isEqualTo("/work");
        assertThat(config.getEnvs(0).getKey()).isEqualTo("KEY");
        assertThat(config.getEnvs(0).getValue().toStringUtf8()).isEqualTo("välue");
        assertThat(config.getLogPath()).isEqualTo("app/2.log");
        assertThat(config.getStdin()).isTrue();
        assertThat(config.getStdinOnce()).isFalse();
        assertThat(config.getTty()).isTrue();
        assertThat(config.getLabelsMap()).isEqualTo(Specs.CONTAINER_LABELS);
        assertThat(config.getAnnotationsMap())
                .isEqualTo(Map.of("io.kubernetes.container.hash", "11a6d6d6"));
        assertThat(config.getMountsList())
                .containsExactly(
                        Mount.newBuilder()
                                .setHostPath("/host")
                                .setContainerPath("/in")
                                .setReadonly(true)
                                .build());
        assertThat(config.getLinux().getResources())
                .isEqualTo(
                        LinuxContainerResources.newBuilder()
                                .setCpuShares(512)
                                .setCpuQuota(50_000)
                                .setCpuPeriod(100_000)
                                .setMemoryLimitInBytes(64 << 20)
                                .setOomScoreAdj(999)
                                .build());
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
