package io.jubelet.adapters.cri;

import com.google.protobuf.ByteString;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.cri.v1.ContainerConfig;
import io.jubelet.cri.v1.ContainerMetadata;
import io.jubelet.cri.v1.DNSConfig;
import io.jubelet.cri.v1.HugepageLimit;
import io.jubelet.cri.v1.ImageSpec;
import io.jubelet.cri.v1.KeyValue;
import io.jubelet.cri.v1.LinuxContainerConfig;
import io.jubelet.cri.v1.LinuxContainerResources;
import io.jubelet.cri.v1.LinuxPodSandboxConfig;
import io.jubelet.cri.v1.Mount;
import io.jubelet.cri.v1.MountPropagation;
import io.jubelet.cri.v1.PodSandboxConfig;
import io.jubelet.cri.v1.PodSandboxMetadata;
import io.jubelet.cri.v1.PortMapping;
import io.jubelet.cri.v1.Protocol;
import java.util.Map;

/// Writes the port's specifications as CRI's configurations. [CriMapper] is the other direction.
///
/// Thread: any; pure.
///
/// Upstream: kuberuntime_sandbox.go generatePodSandboxConfig, kuberuntime_container.go
/// generateContainerConfig.
final class CriConfigs {
    private final CriSecurity security;

    CriConfigs(CriSecurity security) {
        this.security = security;
    }

    PodSandboxConfig sandbox(SandboxSpec spec) {
        var config =
                PodSandboxConfig.newBuilder()
                        .setMetadata(metadata(spec))
                        .setHostname(spec.hostname())
                        .setLogDirectory(spec.logDirectory())
                        .putAllLabels(spec.labels())
                        .putAllAnnotations(spec.annotations())
                        .setDnsConfig(dns(spec.dns()))
                        .setLinux(
                                LinuxPodSandboxConfig.newBuilder()
                                        .putAllSysctls(spec.sysctls())
                                        .setCgroupParent(spec.resources().cgroupParent())
                                        .setResources(resources(spec.resources().all()))
                                        .setOverhead(resources(spec.resources().overhead()))
                                        .setSecurityContext(
                                                security.sandbox(
                                                        spec.identity(), spec.namespaces())));
        spec.ports().forEach(port -> config.addPortMappings(port(port)));
        return config.build();
    }

    private static DNSConfig dns(DnsSettings dns) {
        return DNSConfig.newBuilder()
                .addAllServers(dns.servers())
                .addAllSearches(dns.searches())
                .addAllOptions(dns.options())
                .build();
    }

    private static PodSandboxMetadata metadata(SandboxSpec spec) {
        return PodSandboxMetadata.newBuilder()
                .setName(spec.pod().name())
                .setNamespace(spec.pod().namespace())
                .setUid(spec.pod().uid().value())
                .setAttempt(spec.attempt())
                .build();
    }

    private static PortMapping port(SandboxSpec.PortMapping port) {
        return PortMapping.newBuilder()
                .setProtocol(protocol(port.protocol()))
                .setContainerPort(port.containerPort())
                .setHostPort(port.hostPort())
                .setHostIp(port.hostIp())
                .build();
    }

    /// An unknown protocol is TCP, as upstream has it.
    private static Protocol protocol(String name) {
        return switch (name) {
            case "UDP" -> Protocol.UDP;
            case "SCTP" -> Protocol.SCTP;
            default -> Protocol.TCP;
        };
    }

    ContainerConfig container(ContainerSpec spec, SandboxSpec sandbox) {
        var config =
                ContainerConfig.newBuilder()
                        .setMetadata(
                                ContainerMetadata.newBuilder()
                                        .setName(spec.name())
                                        .setAttempt(spec.attempt()))
                        .setImage(
                                ImageSpec.newBuilder()
                                        .setImage(spec.image())
                                        .setUserSpecifiedImage(spec.requestedImage()))
                        .addAllCommand(spec.command())
                        .addAllArgs(spec.args())
                        .setWorkingDir(spec.workingDirectory())
                        .putAllLabels(spec.labels())
                        .putAllAnnotations(spec.annotations())
                        .setLogPath(spec.logPath())
                        .setStdin(spec.terminal().stdin())
                        .setStdinOnce(spec.terminal().stdinOnce())
                        .setTty(spec.terminal().tty())
                        .setLinux(
                                LinuxContainerConfig.newBuilder()
                                        .setResources(resources(spec.resources()))
                                        .setSecurityContext(
                                                security.container(
                                                        spec.identity(),
                                                        sandbox.namespaces(),
                                                        spec.processesOf())));
        spec.stopSignal().map(CriSignals::of).ifPresent(config::setStopSignal);
        spec.environment().entrySet().forEach(variable -> config.addEnvs(variable(variable)));
        spec.mounts().forEach(mount -> config.addMounts(mount(mount, sandbox)));
        return config.build();
    }

    private static KeyValue variable(Map.Entry<String, String> variable) {
        return KeyValue.newBuilder()
                .setKey(variable.getKey())
                .setValue(ByteString.copyFromUtf8(variable.getValue()))
                .build();
    }

    private static Mount mount(ContainerSpec.Mount mount, SandboxSpec sandbox) {
        var message = Mount.newBuilder();
        mount.image()
                .ifPresent(
                        image ->
                                message.setImage(image(image, sandbox))
                                        .setImageSubPath(image.subPath()));
        // Files keep their owners in the pod's eyes: what is root's out here is root's in there.
        var ids = CriSecurity.ids(sandbox.namespaces());
        return message.addAllUidMappings(ids)
                .addAllGidMappings(ids)
                .setRecursiveReadOnly(mount.recursiveReadOnly())
                .setHostPath(mount.hostPath())
                .setContainerPath(mount.containerPath())
                .setReadonly(mount.readOnly())
                .setPropagation(
                        switch (mount.propagation()) {
                            case PRIVATE -> MountPropagation.PROPAGATION_PRIVATE;
                            case HOST_TO_CONTAINER ->
                                    MountPropagation.PROPAGATION_HOST_TO_CONTAINER;
                            case BIDIRECTIONAL -> MountPropagation.PROPAGATION_BIDIRECTIONAL;
                        })
                .build();
    }

    private static ImageSpec image(ContainerSpec.MountedImage image, SandboxSpec sandbox) {
        return ImageSpec.newBuilder()
                .setImage(image.reference())
                .setUserSpecifiedImage(image.requested())
                .setRuntimeHandler(sandbox.runtimeHandler())
                .putAllAnnotations(sandbox.annotations())
                .build();
    }

    private static LinuxContainerResources resources(ContainerSpec.ResourceLimits limits) {
        var resources =
                LinuxContainerResources.newBuilder()
                        .setCpuShares(limits.cpuShares())
                        .setCpuQuota(limits.cpuQuota())
                        .setCpuPeriod(limits.cpuPeriod())
                        .setMemoryLimitInBytes(limits.memoryLimitBytes())
                        .setMemorySwapLimitInBytes(limits.memorySwapBytes())
                        .setOomScoreAdj(limits.oomScoreAdjust())
                        .putAllUnified(limits.unified());
        limits.hugePages()
                .forEach(
                        (size, bytes) ->
                                resources.addHugepageLimits(
                                        HugepageLimit.newBuilder()
                                                .setPageSize(size)
                                                .setLimit(bytes)));
        return resources.build();
    }
}
