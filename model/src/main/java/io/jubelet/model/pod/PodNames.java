package io.jubelet.model.pod;

import io.jubelet.api.core.Pod;
import java.util.Optional;

/// How a pod is called and where it came from, read off its metadata.
///
/// Thread: any; pure.
///
/// Upstream: kubelet/types/pod_update.go, kubelet/container GetPodFullName.
public final class PodNames {
    /// Where the pod was read: `file`, `http` or `api`.
    public static final String CONFIG_SOURCE = "kubernetes.io/config.source";

    /// On the API server's copy of a static pod: the hash of the original.
    public static final String CONFIG_MIRROR = "kubernetes.io/config.mirror";

    /// When the agent first read the pod.
    public static final String CONFIG_SEEN = "kubernetes.io/config.seen";

    /// The hash of the static pod's manifest, equal to its uid.
    public static final String CONFIG_HASH = "kubernetes.io/config.hash";

    public static final String SOURCE_FILE = "file";
    public static final String SOURCE_HTTP = "http";
    public static final String SOURCE_API = "api";

    /// From this priority on a pod belongs to the system and may push others out.
    public static final int SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

    private static final String NODE_CRITICAL_CLASS = "system-node-critical";

    private PodNames() {}

    /// `name_namespace`, unique on a node at any one time.
    public static String fullName(Pod pod) {
        return fullName(pod.getMetadata().getName(), pod.getMetadata().getNamespace());
    }

    public static String fullName(String name, String namespace) {
        return name + "_" + namespace;
    }

    /// `namespace/name`, the form that log lines and messages use.
    public static String logName(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    public static Optional<String> source(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getAnnotationsMap().get(CONFIG_SOURCE));
    }

    /// A static pod has a source, and that source is not the API server.
    public static boolean isStatic(Pod pod) {
        return source(pod).filter(source -> !source.equals(SOURCE_API)).isPresent();
    }

    public static boolean isMirror(Pod pod) {
        return pod.getMetadata().containsAnnotations(CONFIG_MIRROR);
    }

    /// Static pods, mirror pods and pods of a system priority are critical.
    public static boolean isCritical(Pod pod) {
        return isStatic(pod)
                || isMirror(pod)
                || (pod.getSpec().hasPriority()
                        && pod.getSpec().getPriority() >= SYSTEM_CRITICAL_PRIORITY);
    }

    /// A critical pod that the node itself cannot do without.
    public static boolean isNodeCritical(Pod pod) {
        return isCritical(pod) && pod.getSpec().getPriorityClassName().equals(NODE_CRITICAL_CLASS);
    }
}
