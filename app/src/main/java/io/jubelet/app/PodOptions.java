package io.jubelet.app;

import io.jubelet.adapters.linux.ResolvConf;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.KubeletFlags;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.host.HostResolver;
import io.jubelet.core.sync.BackOffLimits;
import io.jubelet.core.sync.DeadContainerLimits;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.core.sync.PodFeatures;
import io.jubelet.core.sync.PodSettings;
import io.jubelet.model.codec.GoDuration;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What of flags and configuration every pod of this node is made with.
///
/// Thread: main.
final class PodOptions {
    private PodOptions() {}

    static NodeFacts of(NodeFacts facts, StartOptions options, ResourceSettings resources) {
        var config = options.config();
        var settings =
                new PodSettings(
                        config.getClusterDomain(),
                        config.getClusterDNSList(),
                        !config.getResolvConf().isEmpty(),
                        addresses(options.flags().identity().nodeIp()),
                        config.getSeccompDefault(),
                        options.flags().places().rootDirectory() + "/seccomp",
                        features(options.gates()));
        return new NodeFacts(
                facts.nodeName(),
                facts.memoryCapacityBytes(),
                facts.cpus(),
                settings,
                resources,
                UserIdOptions.ofThisMachine().of(config));
    }

    static PodFeatures features(FeatureGates gates) {
        return new PodFeatures(gates.enabled("EnvFiles"), gates.enabled("ContainerStopSignals"));
    }

    private static List<String> addresses(String flag) {
        return flag.isEmpty() ? List.of() : List.of(flag.split(","));
    }

    /// How long a container that keeps failing waits.
    static BackOffLimits restarts(KubeletConfiguration config, FeatureGates gates) {
        var limits =
                gates.enabled("ReduceDefaultCrashLoopBackOffDecay")
                        ? BackOffLimits.REDUCED
                        : BackOffLimits.STANDARD;
        var configured = config.getCrashLoopBackOff();
        return gates.enabled("KubeletCrashLoopBackOffMax")
                        && configured.hasMaxContainerRestartPeriod()
                ? limits.atMost(Spans.toJava(configured.getMaxContainerRestartPeriod()))
                : limits;
    }

    /// Throws [StartException] when the age is none.
    static DeadContainerLimits deadContainers(KubeletFlags flags) {
        var limits = flags.deadContainers();
        if (limits.minimumAge().isNegative()) {
            throw new StartException(
                    "invalid minimum garbage collection age: "
                            + GoDuration.print(limits.minimumAge()));
        }
        return new DeadContainerLimits(limits.minimumAge(), limits.perContainer(), limits.total());
    }

    static HostResolver resolver(KubeletConfiguration config) {
        var file = config.getResolvConf();
        return new ResolvConf(file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)));
    }
}
