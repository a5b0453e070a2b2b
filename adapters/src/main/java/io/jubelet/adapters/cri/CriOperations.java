package io.jubelet.adapters.cri;

import java.util.Map;

/// What upstream's metrics call each CRI method in their `operation_type` label.
///
/// Thread: any; immutable.
///
/// Upstream: kuberuntime/instrumented_services.go.
public final class CriOperations {
    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry("Version", "version"),
                    Map.entry("Status", "status"),
                    Map.entry("CreateContainer", "create_container"),
                    Map.entry("StartContainer", "start_container"),
                    Map.entry("StopContainer", "stop_container"),
                    Map.entry("RemoveContainer", "remove_container"),
                    Map.entry("ListContainers", "list_containers"),
                    Map.entry("ContainerStatus", "container_status"),
                    Map.entry("UpdateContainerResources", "update_container"),
                    Map.entry("ReopenContainerLog", "reopen_container_log"),
                    Map.entry("ExecSync", "exec_sync"),
                    Map.entry("Exec", "exec"),
                    Map.entry("Attach", "attach"),
                    Map.entry("PortForward", "port_forward"),
                    Map.entry("RunPodSandbox", "run_podsandbox"),
                    Map.entry("StopPodSandbox", "stop_podsandbox"),
                    Map.entry("RemovePodSandbox", "remove_podsandbox"),
                    Map.entry("PodSandboxStatus", "podsandbox_status"),
                    Map.entry("ListPodSandbox", "list_podsandbox"),
                    Map.entry("ContainerStats", "container_stats"),
                    Map.entry("ListContainerStats", "list_container_stats"),
                    Map.entry("PodSandboxStats", "podsandbox_stats"),
                    Map.entry("ListPodSandboxStats", "list_podsandbox_stats"),
                    Map.entry("UpdatePodSandboxResources", "update_podsandbox_resources"),
                    Map.entry("UpdateRuntimeConfig", "update_runtime_config"),
                    Map.entry("ListImages", "list_images"),
                    Map.entry("StreamPodSandboxes", "list_podsandbox"),
                    Map.entry("StreamContainers", "list_containers"),
                    Map.entry("StreamImages", "list_images"),
                    Map.entry("ImageStatus", "image_status"),
                    Map.entry("PullImage", "pull_image"),
                    Map.entry("RemoveImage", "remove_image"),
                    Map.entry("ImageFsInfo", "image_fs_info"),
                    Map.entry("CheckpointContainer", "checkpoint_container"),
                    Map.entry("GetContainerEvents", "get_container_events"),
                    Map.entry("ListMetricDescriptors", "list_metric_descriptors"),
                    Map.entry("ListPodSandboxMetrics", "list_podsandbox_metrics"),
                    Map.entry("RuntimeConfig", "runtime_config"));

    private CriOperations() {}

    /// The label of a CRI method; the method's own name where upstream has none.
    public static String metricName(String method) {
        return NAMES.getOrDefault(method, method);
    }
}
