package io.jubelet.config.flag;

import static io.jubelet.config.flag.FlagTypes.BOOL;
import static io.jubelet.config.flag.FlagTypes.GATES;
import static io.jubelet.config.flag.FlagTypes.INT32;
import static io.jubelet.config.flag.FlagTypes.INT64;
import static io.jubelet.config.flag.FlagTypes.LIST;
import static io.jubelet.config.flag.FlagTypes.TAINTS;
import static io.jubelet.config.flag.FlagTypes.TEXT;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;

/// The flags of the node object, the API client, the runtime, images, network and volumes.
///
/// Thread: stateless. Upstream: `AddKubeletConfigFlags`.
final class NodeFlags {
    private NodeFlags() {}

    static void addTo(FlagTable table) {
        addNode(table);
        addRuntime(table);
        addImages(table);
        addNetwork(table);
        addHost(table);
    }

    private static void addNode(FlagTable table) {
        table.config("register-node", BOOL, "true", KubeletConfiguration.Builder::setRegisterNode);
        table.config(
                "register-with-taints",
                TAINTS,
                "",
                (c, v) -> c.clearRegisterWithTaints().addAllRegisterWithTaints(v));
        table.config("provider-id", TEXT, "", KubeletConfiguration.Builder::setProviderID);
        table.span(
                "node-status-update-frequency",
                "10s",
                KubeletConfiguration.Builder::setNodeStatusUpdateFrequency);
        table.config(
                "node-status-max-images",
                INT32,
                "50",
                KubeletConfiguration.Builder::setNodeStatusMaxImages);
        table.config(
                "kube-api-content-type",
                TEXT,
                "application/vnd.kubernetes.protobuf",
                KubeletConfiguration.Builder::setContentType);
        table.config("kube-api-qps", INT32, "50", KubeletConfiguration.Builder::setKubeAPIQPS);
        table.config("kube-api-burst", INT32, "100", KubeletConfiguration.Builder::setKubeAPIBurst);
        table.config("event-qps", INT32, "50", KubeletConfiguration.Builder::setEventRecordQPS);
        table.config("event-burst", INT32, "100", KubeletConfiguration.Builder::setEventBurst);
        table.config("feature-gates", GATES, "", KubeletConfiguration.Builder::putAllFeatureGates);
        table.config("max-pods", INT32, "110", KubeletConfiguration.Builder::setMaxPods);
        table.config("pods-per-core", INT32, "0", KubeletConfiguration.Builder::setPodsPerCore);
    }

    private static void addRuntime(FlagTable table) {
        table.config(
                "container-runtime-endpoint",
                TEXT,
                "unix:///run/containerd/containerd.sock",
                KubeletConfiguration.Builder::setContainerRuntimeEndpoint);
        table.config(
                "image-service-endpoint",
                TEXT,
                "",
                KubeletConfiguration.Builder::setImageServiceEndpoint);
        table.span(
                "runtime-request-timeout",
                "2m0s",
                KubeletConfiguration.Builder::setRuntimeRequestTimeout);
        table.config(
                "container-log-max-size",
                TEXT,
                "10Mi",
                KubeletConfiguration.Builder::setContainerLogMaxSize);
        table.config(
                "container-log-max-files",
                INT32,
                "5",
                KubeletConfiguration.Builder::setContainerLogMaxFiles);
    }

    private static void addImages(FlagTable table) {
        table.config("registry-qps", INT32, "5", KubeletConfiguration.Builder::setRegistryPullQPS);
        table.config("registry-burst", INT32, "10", KubeletConfiguration.Builder::setRegistryBurst);
        table.config(
                "serialize-image-pulls",
                BOOL,
                "true",
                KubeletConfiguration.Builder::setSerializeImagePulls);
        table.span(
                "minimum-image-ttl-duration",
                "2m0s",
                KubeletConfiguration.Builder::setImageMinimumGCAge);
        table.config(
                "image-gc-high-threshold",
                INT32,
                "85",
                KubeletConfiguration.Builder::setImageGCHighThresholdPercent);
        table.config(
                "image-gc-low-threshold",
                INT32,
                "80",
                KubeletConfiguration.Builder::setImageGCLowThresholdPercent);
    }

    private static void addNetwork(FlagTable table) {
        table.config("cluster-domain", TEXT, "", KubeletConfiguration.Builder::setClusterDomain);
        table.config("cluster-dns", LIST, "[]", (c, v) -> c.clearClusterDNS().addAllClusterDNS(v));
        table.config(
                "resolv-conf",
                TEXT,
                "/etc/resolv.conf",
                KubeletConfiguration.Builder::setResolvConf);
        table.config("pod-cidr", TEXT, "", KubeletConfiguration.Builder::setPodCIDR);
        table.config(
                "hairpin-mode",
                TEXT,
                "promiscuous-bridge",
                KubeletConfiguration.Builder::setHairpinMode);
        table.config(
                "make-iptables-util-chains",
                BOOL,
                "true",
                KubeletConfiguration.Builder::setMakeIPTablesUtilChains);
    }

    private static void addHost(FlagTable table) {
        table.config("fail-swap-on", BOOL, "true", KubeletConfiguration.Builder::setFailSwapOn);
        table.config("fail-cgroupv1", BOOL, "true", KubeletConfiguration.Builder::setFailCgroupV1);
        table.config(
                "protect-kernel-defaults",
                BOOL,
                "false",
                KubeletConfiguration.Builder::setProtectKernelDefaults);
        table.config("oom-score-adj", INT32, "-999", KubeletConfiguration.Builder::setOomScoreAdj);
        table.config(
                "max-open-files", INT64, "1000000", KubeletConfiguration.Builder::setMaxOpenFiles);
        table.config(
                "allowed-unsafe-sysctls",
                LIST,
                "[]",
                (c, v) -> c.clearAllowedUnsafeSysctls().addAllAllowedUnsafeSysctls(v));
        table.config(
                "volume-plugin-dir",
                TEXT,
                "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/",
                KubeletConfiguration.Builder::setVolumePluginDir);
        table.span(
                "volume-stats-agg-period",
                "1m0s",
                KubeletConfiguration.Builder::setVolumeStatsAggPeriod);
        table.config(
                "enable-controller-attach-detach",
                BOOL,
                "true",
                KubeletConfiguration.Builder::setEnableControllerAttachDetach);
        table.config(
                "local-storage-capacity-isolation",
                BOOL,
                "true",
                KubeletConfiguration.Builder::setLocalStorageCapacityIsolation);
    }
}
