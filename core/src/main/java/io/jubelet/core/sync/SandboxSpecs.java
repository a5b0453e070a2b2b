package io.jubelet.core.sync;

import io.jubelet.api.core.PodSpec;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.runtime.SandboxSpec.Namespaces;
import io.jubelet.core.runtime.SandboxSpec.PortMapping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the runtime is told to make of a pod's sandbox. Pure.
///
/// Upstream: kuberuntime_sandbox.go generatePodSandboxConfig.
final class SandboxSpecs {
    private static final int LONGEST_HOSTNAME = 63;

    private SandboxSpecs() {}

    static SandboxSpec of(DesiredPod desired, int attempt, String logDirectory) {
        var pod = desired.pod();
        var spec = pod.getSpec();
        var labels = new LinkedHashMap<>(sorted(pod.getMetadata().getLabelsMap()));
        labels.putAll(identityLabels(desired.identity()));
        return new SandboxSpec(
                desired.identity(),
                attempt,
                spec.getHostNetwork() ? "" : hostname(spec, pod.getMetadata().getName()),
                logDirectory,
                spec.getHostNetwork() ? List.of() : portMappings(spec),
                labels,
                sorted(pod.getMetadata().getAnnotationsMap()),
                new Namespaces(
                        spec.getHostNetwork(),
                        spec.getHostPID(),
                        spec.getHostIPC(),
                        spec.getShareProcessNamespace()),
                ProcessIdentities.ofSandbox(spec),
                "");
    }

    static Map<String, String> identityLabels(PodIdentity pod) {
        var labels = new LinkedHashMap<String, String>();
        labels.put(KubeletLabels.POD_NAME, pod.name());
        labels.put(KubeletLabels.POD_NAMESPACE, pod.namespace());
        labels.put(KubeletLabels.POD_UID, pod.uid().value());
        return labels;
    }

    /// The pod's hostname, or its name cut to what a kernel takes.
    static String hostname(PodSpec spec, String podName) {
        if (!spec.getHostname().isEmpty()) {
            return spec.getHostname();
        }
        if (podName.length() <= LONGEST_HOSTNAME) {
            return podName;
        }
        var end = LONGEST_HOSTNAME;
        while (end > 0 && "-.".indexOf(podName.charAt(end - 1)) >= 0) {
            end--;
        }
        return podName.substring(0, end);
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
