package io.jubelet.config.flag;

import static io.jubelet.config.flag.FlagTypes.BOOL;
import static io.jubelet.config.flag.FlagTypes.DURATION;
import static io.jubelet.config.flag.FlagTypes.INT32;
import static io.jubelet.config.flag.FlagTypes.LABELS;
import static io.jubelet.config.flag.FlagTypes.LEGACY_BOOL;
import static io.jubelet.config.flag.FlagTypes.LEGACY_DURATION;
import static io.jubelet.config.flag.FlagTypes.LEGACY_INT;
import static io.jubelet.config.flag.FlagTypes.TEXT;
import static io.jubelet.config.flag.FlagTypes.VERSION;

import io.jubelet.config.flag.Flag.Target;

/// The flags that have no field in the configuration, those of a library upstream links included.
///
/// Thread: stateless. Upstream: `KubeletFlags.AddFlags`, `addContainerRuntimeFlags`,
/// `addCadvisorFlags`, verflag.
final class OwnFlags {
    private static final String EVICT_INSTEAD =
            "Use --eviction-hard or --eviction-soft instead. Will be removed in a future version.";

    private static final String MISTAKE =
            "This is a cadvisor flag that was mistakenly registered with the Kubelet. Due to"
                    + " legacy concerns, it will follow the standard CLI deprecation timeline"
                    + " before being removed.";

    private OwnFlags() {}

    static void addTo(FlagTable table) {
        table.add(
                new Flag<>("help", "h", BOOL, "false", "", new Target.Own<>((f, v) -> f.help = v)));
        table.own("version", VERSION, "false", OwnFlags::setVersion);
        addSources(table);
        addNode(table);
        addDeprecated(table);
        addLibrary(table);
    }

    private static void setVersion(KubeletFlags.Builder flags, String version) {
        flags.version = version;
        if (version.startsWith("v")) {
            flags.reportedVersion = version;
        }
    }

    private static void addSources(FlagTable table) {
        table.own("config", TEXT, "", (f, v) -> f.config = v);
        table.own("config-dir", TEXT, "", (f, v) -> f.configDirectory = v);
        table.own("kubeconfig", TEXT, "", (f, v) -> f.kubeconfig = v);
        table.own("bootstrap-kubeconfig", TEXT, "", (f, v) -> f.bootstrapKubeconfig = v);
        table.own("cert-dir", TEXT, "/var/lib/kubelet/pki", (f, v) -> f.certDirectory = v);
        table.own("root-dir", TEXT, "/var/lib/kubelet", (f, v) -> f.rootDirectory = v);
        table.own("lock-file", TEXT, "", (f, v) -> f.lockFile = v);
        table.own("exit-on-lock-contention", BOOL, "false", (f, v) -> f.exitOnLockContention = v);
    }

    private static void addNode(FlagTable table) {
        table.own("hostname-override", TEXT, "", (f, v) -> f.hostnameOverride = v);
        table.own("node-ip", TEXT, "", (f, v) -> f.nodeIp = v);
        table.own("cloud-provider", TEXT, "", (f, v) -> f.cloudProvider = v);
        table.own("node-labels", LABELS, "", (f, v) -> f.nodeLabels = v);
        table.own("seccomp-default", BOOL, "false", (f, v) -> f.seccompDefault = v);
        table.own("runtime-cgroups", TEXT, "", (f, v) -> f.runtimeCgroups = v);
        table.own(
                "image-credential-provider-config",
                TEXT,
                "",
                (f, v) -> f.imageCredentialProviderConfig = v);
        table.own(
                "image-credential-provider-bin-dir",
                TEXT,
                "",
                (f, v) -> f.imageCredentialProviderBinDirectory = v);
    }

    private static void addDeprecated(FlagTable table) {
        table.ownDeprecated(
                "minimum-container-ttl-duration",
                DURATION,
                "0s",
                EVICT_INSTEAD,
                (f, v) -> f.minimumAge = v);
        table.ownDeprecated(
                "maximum-dead-containers-per-container",
                INT32,
                "1",
                EVICT_INSTEAD,
                (f, v) -> f.deadPerContainer = v);
        table.ownDeprecated(
                "maximum-dead-containers", INT32, "-1", EVICT_INSTEAD, (f, v) -> f.deadTotal = v);
        table.ownDeprecated(
                "experimental-mounter-path",
                TEXT,
                "",
                "will be removed in 1.25 or later. in favor of using CSI.",
                (f, v) -> f.mounterPath = v);
        table.ownDeprecated(
                "experimental-allocatable-ignore-eviction",
                BOOL,
                "false",
                "will be removed in 1.25 or later.",
                (f, v) -> f.allocatableIgnoresEviction = v);
    }

    /// All but the interval are only accepted and kept.
    private static void addLibrary(FlagTable table) {
        table.own(
                "housekeeping-interval",
                LEGACY_DURATION,
                "10s",
                (f, v) -> f.housekeepingInterval = v);
        kept(table, "application-metrics-count-limit", LEGACY_INT, "100");
        kept(table, "boot-id-file", TEXT, "/proc/sys/kernel/random/boot_id");
        kept(table, "container-hints", TEXT, "/etc/cadvisor/container_hints.json");
        kept(table, "containerd", TEXT, "/run/containerd/containerd.sock");
        kept(table, "containerd-namespace", TEXT, "k8s.io");
        kept(table, "enable-load-reader", LEGACY_BOOL, "false");
        kept(table, "event-storage-age-limit", TEXT, "default=0");
        kept(table, "event-storage-event-limit", TEXT, "default=0");
        kept(table, "global-housekeeping-interval", LEGACY_DURATION, "1m0s");
        kept(table, "log-cadvisor-usage", LEGACY_BOOL, "false");
        kept(table, "machine-id-file", TEXT, "/etc/machine-id,/var/lib/dbus/machine-id");
        kept(table, "storage-driver-user", TEXT, "root");
        kept(table, "storage-driver-password", TEXT, "root");
        kept(table, "storage-driver-host", TEXT, "localhost:8086");
        kept(table, "storage-driver-db", TEXT, "cadvisor");
        kept(table, "storage-driver-table", TEXT, "stats");
        kept(table, "storage-driver-secure", LEGACY_BOOL, "false");
        kept(table, "storage-driver-buffer-duration", LEGACY_DURATION, "1m0s");
    }

    private static <T> void kept(FlagTable table, String name, FlagType<T> type, String byDefault) {
        table.ownDeprecated(
                name,
                type,
                byDefault,
                MISTAKE,
                (flags, value) -> flags.cadvisor.put(name, type.printer().apply(value)));
    }
}
