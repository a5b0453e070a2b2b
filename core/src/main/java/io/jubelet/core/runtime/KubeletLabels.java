package io.jubelet.core.runtime;

/// The labels and annotations by which a kubelet knows its own sandboxes and containers, after a
/// restart and across implementations.
///
/// Upstream: kuberuntime/labels.go and pkg/kubelet/types/labels.go.
public final class KubeletLabels {
    public static final String POD_NAME = "io.kubernetes.pod.name";
    public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
    public static final String POD_UID = "io.kubernetes.pod.uid";
    public static final String CONTAINER_NAME = "io.kubernetes.container.name";
    public static final String CONTAINER_HASH = "io.kubernetes.container.hash";
    public static final String RESTART_COUNT = "io.kubernetes.container.restartCount";
    public static final String TERMINATION_MESSAGE_PATH =
            "io.kubernetes.container.terminationMessagePath";
    public static final String TERMINATION_MESSAGE_POLICY =
            "io.kubernetes.container.terminationMessagePolicy";
    public static final String PRE_STOP_HANDLER = "io.kubernetes.container.preStopHandler";
    public static final String CONTAINER_PORTS = "io.kubernetes.container.ports";
    public static final String DELETION_GRACE = "io.kubernetes.pod.deletionGracePeriod";
    public static final String TERMINATION_GRACE = "io.kubernetes.pod.terminationGracePeriod";

    private KubeletLabels() {}
}
