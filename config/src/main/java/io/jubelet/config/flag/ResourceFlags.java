package io.jubelet.config.flag;

import static io.jubelet.config.flag.FlagTypes.BOOL;
import static io.jubelet.config.flag.FlagTypes.INT32;
import static io.jubelet.config.flag.FlagTypes.INT64;
import static io.jubelet.config.flag.FlagTypes.LIST;
import static io.jubelet.config.flag.FlagTypes.MAP;
import static io.jubelet.config.flag.FlagTypes.ONE_PAIR;
import static io.jubelet.config.flag.FlagTypes.RESERVED_MEMORY;
import static io.jubelet.config.flag.FlagTypes.TEXT;
import static io.jubelet.config.flag.FlagTypes.THRESHOLDS;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.MemoryReservation;
import java.util.List;

/// The flags of cgroups, of the CPU, memory and topology managers, of reservations and eviction.
///
/// Thread: stateless. Upstream: `AddKubeletConfigFlags`.
final class ResourceFlags {
    private ResourceFlags() {}

    static void addTo(FlagTable table) {
        addCgroups(table);
        addManagers(table);
        addReservations(table);
        addEviction(table);
    }

    private static void addCgroups(FlagTable table) {
        table.config(
                "cgroup-driver", TEXT, "cgroupfs", KubeletConfiguration.Builder::setCgroupDriver);
        table.config("cgroup-root", TEXT, "", KubeletConfiguration.Builder::setCgroupRoot);
        table.config(
                "cgroups-per-qos", BOOL, "true", KubeletConfiguration.Builder::setCgroupsPerQOS);
        table.config("kubelet-cgroups", TEXT, "", KubeletConfiguration.Builder::setKubeletCgroups);
        table.config("system-cgroups", TEXT, "", KubeletConfiguration.Builder::setSystemCgroups);
        table.config("cpu-cfs-quota", BOOL, "true", KubeletConfiguration.Builder::setCpuCFSQuota);
        table.span(
                "cpu-cfs-quota-period",
                "100ms",
                KubeletConfiguration.Builder::setCpuCFSQuotaPeriod);
        table.config("pod-max-pids", INT64, "-1", KubeletConfiguration.Builder::setPodPidsLimit);
    }

    private static void addManagers(FlagTable table) {
        table.config(
                "cpu-manager-policy",
                TEXT,
                "none",
                KubeletConfiguration.Builder::setCpuManagerPolicy);
        table.config(
                "cpu-manager-policy-options",
                ONE_PAIR,
                "",
                (c, v) -> c.clearCpuManagerPolicyOptions().putAllCpuManagerPolicyOptions(v));
        table.span(
                "cpu-manager-reconcile-period",
                "10s",
                KubeletConfiguration.Builder::setCpuManagerReconcilePeriod);
        table.config(
                "memory-manager-policy",
                TEXT,
                "None",
                KubeletConfiguration.Builder::setMemoryManagerPolicy);
        table.config(
                "topology-manager-policy",
                TEXT,
                "none",
                KubeletConfiguration.Builder::setTopologyManagerPolicy);
        table.config(
                "topology-manager-scope",
                TEXT,
                "container",
                KubeletConfiguration.Builder::setTopologyManagerScope);
        table.config(
                "topology-manager-policy-options",
                MAP,
                "",
                (c, v) ->
                        c.clearTopologyManagerPolicyOptions()
                                .putAllTopologyManagerPolicyOptions(v));
        table.config("qos-reserved", MAP, "", (c, v) -> c.clearQosReserved().putAllQosReserved(v));
    }

    private static void addReservations(FlagTable table) {
        table.config(
                "system-reserved",
                MAP,
                "",
                (c, v) -> c.clearSystemReserved().putAllSystemReserved(v));
        table.config(
                "kube-reserved", MAP, "", (c, v) -> c.clearKubeReserved().putAllKubeReserved(v));
        table.config(
                "system-reserved-cgroup",
                TEXT,
                "",
                KubeletConfiguration.Builder::setSystemReservedCgroup);
        table.config(
                "kube-reserved-cgroup",
                TEXT,
                "",
                KubeletConfiguration.Builder::setKubeReservedCgroup);
        table.config(
                "reserved-cpus", TEXT, "", KubeletConfiguration.Builder::setReservedSystemCPUs);
        table.config("reserved-memory", RESERVED_MEMORY, "", ResourceFlags::setReservedMemory);
        table.config(
                "enforce-node-allocatable",
                LIST,
                "[pods]",
                (c, v) -> c.clearEnforceNodeAllocatable().addAllEnforceNodeAllocatable(v));
    }

    private static void setReservedMemory(
            KubeletConfiguration.Builder config, List<MemoryReservation> reservations) {
        if (!reservations.isEmpty()) {
            config.clearReservedMemory().addAllReservedMemory(reservations);
        }
    }

    private static void addEviction(FlagTable table) {
        table.config(
                "eviction-hard",
                THRESHOLDS,
                "",
                (c, v) -> c.clearEvictionHard().putAllEvictionHard(v));
        table.config(
                "eviction-soft",
                THRESHOLDS,
                "",
                (c, v) -> c.clearEvictionSoft().putAllEvictionSoft(v));
        table.config(
                "eviction-soft-grace-period",
                MAP,
                "",
                (c, v) -> c.clearEvictionSoftGracePeriod().putAllEvictionSoftGracePeriod(v));
        table.config(
                "eviction-minimum-reclaim",
                MAP,
                "",
                (c, v) -> c.clearEvictionMinimumReclaim().putAllEvictionMinimumReclaim(v));
        table.span(
                "eviction-pressure-transition-period",
                "5m0s",
                KubeletConfiguration.Builder::setEvictionPressureTransitionPeriod);
        table.config(
                "eviction-max-pod-grace-period",
                INT32,
                "0",
                KubeletConfiguration.Builder::setEvictionMaxPodGracePeriod);
        table.config(
                "kernel-memcg-notification",
                BOOL,
                "false",
                KubeletConfiguration.Builder::setKernelMemcgNotification);
    }
}
