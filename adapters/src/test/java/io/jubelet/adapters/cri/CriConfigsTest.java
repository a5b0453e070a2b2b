package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.ProcessIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.cri.v1.HugepageLimit;
import io.jubelet.cri.v1.ImageSpec;
import io.jubelet.cri.v1.LinuxContainerResources;
import io.jubelet.cri.v1.Mount;
import io.jubelet.cri.v1.PodSandboxMetadata;
import io.jubelet.cri.v1.PortMapping;
import io.jubelet.cri.v1.Protocol;
import io.jubelet.cri.v1.Signal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
