package io.jubelet.core.sync;

import io.jubelet.api.core.PodSpec;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.runtime.SandboxSpec.Namespaces;
import io.jubelet.core.runtime.SandboxSpec.PortMapping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the runtime is told to make of a pod's sandbox. Pure.
///
/// Upstream: kuberuntime_sandbox.go generatePodSandboxConfig.
final class SandboxSpecs {
    private SandboxSpecs() {}

    static SandboxSpec of(
            DesiredPod desired,
            int attempt,
            String logDirectory,
            DnsSettings dns,
            String clusterDomain,
            String runtimeHandler,
            Optional<IdRange> ownUsers,
            SandboxSpec.Resources resources) {
        var pod = desired.pod();
        var spec = pod.getSpec();
        var labels = new LinkedHashMap<>(sorted(pod.getMetadata().getLabelsMap()));
        labels.putAll(identityLabels(desired.identity()));
        return new SandboxSpec(
                desired.identity(),
                attempt,
                spec.getHostNetwork() ? "" : PodHostname.of(pod, clusterDomain).ofKernel(pod),
                logDirectory,
                spec.getHostNetwork() ? List.of() : portMappings(spec),
                labels,
                sorted(pod.getMetadata().getAnnotationsMap()),
                new Namespaces(
                        spec.getHostNetwork(),
                        spec.getHostPID(),
                        spec.getHostIPC(),
                        spec.getShareProcessNamespace(),
                        ownUsers),
                ProcessIdentities.ofSandbox(spec),
                runtimeHandler,
                dns,
                sysctls(spec),
                resources);
    }

    static Map<String, String> identityLabels(PodIdentity pod) {
        var labels = new LinkedHashMap<String, String>();
        labels.put(KubeletLabels.POD_NAME, pod.name());
        labels.put(KubeletLabels.POD_NAMESPACE, pod.namespace());
        labels.put(KubeletLabels.POD_UID, pod.uid().value());
        return labels;
    }

    /// A name may be written with slashes, as the kernel's files are.
    private static Map<String, String> sysctls(PodSpec spec) {
        var sysctls = new LinkedHashMap<String, String>();
        for (var sysctl : spec.getSecurityContext().getSysctlsList()) {
            sysctls.put(dotted(sysctl.getName()), sysctl.getValue());
        }
        return sysctls;
    }

    /// Whichever of both signs comes first is the separator; the other one is then part of a name.
    private static String dotted(String name) {
        var slash = name.indexOf('/');
        var dot = name.indexOf('.');
        if (slash < 0 || (dot >= 0 && dot < slash)) {
            return name;
        }
        var swapped = new StringBuilder(name);
        for (var index = 0; index < swapped.length(); index++) {
            switch (swapped.charAt(index)) {
                case '/' -> swapped.setCharAt(index, '.');
                case '.' -> swapped.setCharAt(index, '/');
                default -> {}
            }
        }
        return swapped.toString();
    }

    private static List<PortMapping> portMappings(PodSpec spec) {
        return spec.getContainersList().stream()
                .flatMap(container -> container.getPortsList().stream())
                .map(
                        port ->
                                new PortMapping(
                                        port.getProtocol(),
                                        port.getContainerPort(),
                                        port.getHostPort(),
                                        port.getHostIP()))
                .toList();
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return new TreeMap<>(map);
    }
}
