package io.jubelet.config.validation;

import io.jubelet.api.kubeletconfig.Duration;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.config.validation.HostFacts.CgroupVersion;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.params.provider.Arguments;

/// A configuration that breaks no rule, rows that change it, and how they are checked.
final class ValidConfig {
    private static final Set<String> OFF_BY_DEFAULT = Set.of("MemoryQoS", "LoggingAlphaOptions");

    private ValidConfig() {}

    static KubeletConfiguration.Builder builder() {
        var builder =
                KubeletConfiguration.newBuilder()
                        .setCgroupsPerQOS(true)
                        .addAllEnforceNodeAllocatable(
                                List.of("pods", "system-reserved", "kube-reserved"))
                        .setSystemReservedCgroup("/system.slice")
                        .setKubeReservedCgroup("/kubelet.service")
                        .setPodLogsDir("/logs")
                        .setEventBurst(10)
                        .setEventRecordQPS(5)
                        .setHealthzPort(10248)
                        .setImageGCHighThresholdPercent(85)
                        .setImageGCLowThresholdPercent(80)
                        .setImageMinimumGCAge(Spans.ofMinutes(2))
                        .setImagePullCredentialsVerificationPolicy("NeverVerifyPreloadedImages")
                        .setIptablesDropBit(15)
                        .setIptablesMasqueradeBit(14)
                        .setKubeAPIBurst(10)
                        .setKubeAPIQPS(5)
                        .setMaxOpenFiles(1_000_000)
                        .setMaxPods(110)
                        .setOomScoreAdj(-999)
                        .setPodsPerCore(100)
                        .setPort(65535)
                        .setRegistryBurst(10)
                        .setRegistryPullQPS(5)
                        .setHairpinMode("promiscuous-bridge")
                        .setNodeLeaseDurationSeconds(1)
                        .setCpuCFSQuotaPeriod(Spans.ofMillis(25))
                        .setTopologyManagerScope("pod")
                        .setTopologyManagerPolicy("single-numa-node")
                        .setShutdownGracePeriod(Spans.ofSeconds(30))
                        .setShutdownGracePeriodCriticalPods(Spans.ofSeconds(10))
                        .setMemoryThrottlingFactor(0.9)
                        .setMemoryReservationPolicy("None")
                        .setContainerRuntimeEndpoint("unix:///run/containerd/containerd.sock")
                        .setContainerLogMaxWorkers(1)
                        .setContainerLogMaxFiles(5)
                        .setContainerLogMonitorInterval(Spans.ofSeconds(10))
                        .setSingleProcessOOMKill(false)
                        .putFeatureGates("GracefulNodeShutdown", true)
                        .putFeatureGates("MemoryQoS", true)
                        .putFeatureGates("KubeletCrashLoopBackOffMax", true);
        builder.getCrashLoopBackOffBuilder().setMaxContainerRestartPeriod(Spans.ofSeconds(3));
        builder.getLoggingBuilder().setFormat("text");
        builder.getLoggingBuilder().getFlushFrequencyBuilder().setNanos(5_000_000_000L);
        return builder;
    }

    /// Replaces all gates by these, given as `Name=true`.
    static void gates(KubeletConfiguration.Builder builder, String... settings) {
        builder.clearFeatureGates();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            builder.putFeatureGates(
                    setting.substring(0, equals),
                    Boolean.parseBoolean(setting.substring(equals + 1)));
        }
    }

    static Predicate<String> gatesOf(KubeletConfiguration config) {
        return gate -> config.getFeatureGatesOrDefault(gate, !OFF_BY_DEFAULT.contains(gate));
    }

    static List<String> findings(Consumer<KubeletConfiguration.Builder> change) {
        return findings(change, CgroupVersion.V2);
    }

    static List<String> findings(
            Consumer<KubeletConfiguration.Builder> change, CgroupVersion version) {
        var builder = builder();
        change.accept(builder);
        var config = builder.build();
        return ConfigValidator.validate(config, gatesOf(config), new HostFacts(version));
    }

    /// A row that must give exactly the findings listed.
    static Arguments row(
            String name, Consumer<KubeletConfiguration.Builder> change, String... findings) {
        return Arguments.of(name, change, List.of(findings));
    }

    static Duration nanos(long nanos) {
        return Duration.newBuilder().setNanos(nanos).build();
    }
}
