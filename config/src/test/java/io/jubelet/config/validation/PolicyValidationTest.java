package io.jubelet.config.validation;

import static io.jubelet.config.validation.ValidConfig.gates;
import static io.jubelet.config.validation.ValidConfig.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Taint;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.ShutdownGracePeriodByPodPriority;
import io.jubelet.api.meta.Time;
import io.jubelet.config.kubelet.Spans;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Upstream's cases about policies, shutdown, restarts and taints, under upstream's names.
class PolicyValidationTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"shutdown", "byPriority", "restarts", "words", "memory", "taints"})
    void findsExactly(
            String name, Consumer<KubeletConfiguration.Builder> change, List<String> expected) {
        assertThat(ValidConfig.findings(change)).as(name).isEqualTo(expected);
    }

    static Stream<Arguments> shutdown() {
        String needsGate =
                "invalid configuration: specifying shutdownGracePeriod or"
                        + " shutdownGracePeriodCriticalPods requires feature gate"
                        + " GracefulNodeShutdown";
        return Stream.of(
                row(
                        "ShutdownGracePeriodCriticalPods is greater than ShutdownGracePeriod",
                        c -> {
                            gates(c, "GracefulNodeShutdown=true");
                            c.setShutdownGracePeriodCriticalPods(Spans.ofSeconds(2));
                            c.setShutdownGracePeriod(Spans.ofSeconds(1));
                        },
                        "invalid configuration: shutdownGracePeriodCriticalPods {2s} must be <="
                                + " shutdownGracePeriod {1s}"),
                row(
                        "ShutdownGracePeriod is less than 1 sec",
                        c -> {
                            gates(c, "GracefulNodeShutdown=true");
                            c.setShutdownGracePeriod(Spans.ofMillis(1));
                        },
                        "invalid configuration: shutdownGracePeriodCriticalPods {10s} must be <="
                                + " shutdownGracePeriod {1ms}",
                        "invalid configuration: shutdownGracePeriod {1ms} must be either zero or"
                                + " otherwise >= 1 sec"),
                row(
                        "ShutdownGracePeriodCriticalPods is less than 1 sec",
                        c -> {
                            gates(c, "GracefulNodeShutdown=true");
                            c.setShutdownGracePeriodCriticalPods(Spans.ofMillis(1));
                        },
                        "invalid configuration: shutdownGracePeriodCriticalPods {1ms} must be"
                                + " either zero or otherwise >= 1 sec"),
                row(
                        "specify ShutdownGracePeriod without enabling GracefulNodeShutdown",
                        c -> {
                            withoutShutdown(c);
                            c.setShutdownGracePeriod(Spans.ofSeconds(1));
                        },
                        needsGate),
                row(
                        "specify ShutdownGracePeriodCriticalPods without enabling"
                                + " GracefulNodeShutdown",
                        c -> {
                            withoutShutdown(c);
                            c.setShutdownGracePeriodCriticalPods(Spans.ofSeconds(1));
                        },
                        needsGate));
    }

    private static void withoutShutdown(KubeletConfiguration.Builder builder) {
        gates(
                builder,
                "GracefulNodeShutdown=false",
                "GracefulNodeShutdownBasedOnPodPriority=false",
                "WindowsGracefulNodeShutdown=false");
    }

    static Stream<Arguments> byPriority() {
        var entry =
                ShutdownGracePeriodByPodPriority.newBuilder()
                        .setPriority(0)
                        .setShutdownGracePeriodSeconds(0)
                        .build();
        return Stream.of(
                row(
                        "invalid GracefulNodeShutdownBasedOnPodPriority",
                        c -> {
                            gates(c, "GracefulNodeShutdownBasedOnPodPriority=true");
                            c.addShutdownGracePeriodByPodPriority(entry);
                        },
                        "invalid configuration: Cannot specify both"
                                + " shutdownGracePeriodByPodPriority and shutdownGracePeriod at the"
                                + " same time"),
                row(
                        "Specifying shutdownGracePeriodByPodPriority without enable"
                                + " GracefulNodeShutdownBasedOnPodPriority",
                        c -> {
                            gates(c, "GracefulNodeShutdownBasedOnPodPriority=false");
                            c.addShutdownGracePeriodByPodPriority(entry);
                        },
                        "invalid configuration: Specifying shutdownGracePeriodByPodPriority"
                                + " requires feature gate"
                                + " GracefulNodeShutdownBasedOnPodPriority"));
    }

    static Stream<Arguments> restarts() {
        return Stream.of(
                restartPeriod("too low", 0, "0"),
                restartPeriod("too high", 301_000, "301"),
                restartPeriod("just a little too high", 300_900, "300.9"),
                restartPeriod("just a little too low", 999, "0.999"),
                row(
                        "KubeletCrashLoopBackOffMax feature gate on, no crashLoopBackOff config,"
                                + " ok",
                        c -> gates(c, "KubeletCrashLoopBackOffMax=true")),
                row(
                        "KubeletCrashLoopBackOffMax feature gate on, but no"
                                + " crashLoopBackOff.MaxContainerRestartPeriod config",
                        c -> {
                            gates(c, "KubeletCrashLoopBackOffMax=true");
                            c.clearCrashLoopBackOff();
                        },
                        "invalid configuration: FeatureGate KubeletCrashLoopBackOffMax is enabled,"
                                + " CrashLoopBackOff.MaxContainerRestartPeriod must be set"),
                row(
                        "a restart period without its gate",
                        c -> gates(c, "KubeletCrashLoopBackOffMax=false"),
                        "invalid configuration: FeatureGate KubeletCrashLoopBackOffMax not enabled,"
                                + " CrashLoopBackOff.MaxContainerRestartPeriod must not be set"));
    }

    private static Arguments restartPeriod(String how, long millis, String seconds) {
        return row(
                "CrashLoopBackOff.MaxContainerRestartPeriod " + how,
                c -> {
                    gates(c, "KubeletCrashLoopBackOffMax=true");
                    c.getCrashLoopBackOffBuilder()
                            .setMaxContainerRestartPeriod(Spans.ofMillis(millis));
                },
                "invalid configuration: CrashLoopBackOff.MaxContainerRestartPeriod (got: "
                        + seconds
                        + " seconds) must be set between 1s and 300s");
    }

    static Stream<Arguments> words() {
        return Stream.of(
                row(
                        "invalid TopologyManagerPolicy",
                        c -> c.setTopologyManagerPolicy("invalid-policy"),
                        "invalid configuration: topologyManagerPolicy (--topology-manager-policy)"
                                + " \"invalid-policy\" must be one of: [\"none\" \"best-effort\""
                                + " \"restricted\" \"single-numa-node\"]"),
                row(
                        "invalid TopologyManagerScope",
                        c -> c.setTopologyManagerScope("invalid-scope"),
                        "invalid configuration: topologyManagerScope (--topology-manager-scope)"
                                + " \"invalid-scope\" must be one of: \"container\", or \"pod\""),
                row(
                        "invalid MemorySwap.SwapBehavior",
                        c -> {
                            gates(c, "NodeSwap=true");
                            c.getMemorySwapBuilder().setSwapBehavior("invalid-behavior");
                        },
                        "invalid configuration: memorySwap.swapBehavior \"invalid-behavior\" must"
                                + " be one of: \"\", \"LimitedSwap\" or \"NoSwap\""),
                row(
                        "swap behaviour without its gate",
                        c -> {
                            gates(c, "NodeSwap=false");
                            c.getMemorySwapBuilder().setSwapBehavior("NoSwap");
                        },
                        "invalid configuration: memorySwap.swapBehavior cannot be set when NodeSwap"
                                + " feature flag is disabled"),
                row(
                        "invalid HairpinMode",
                        c -> c.setHairpinMode("invalid-hair-pin-mode"),
                        "invalid configuration: option \"invalid-hair-pin-mode\" specified for"
                                + " hairpinMode (--hairpin-mode). Valid options are \"none\","
                                + " \"hairpin-veth\" or \"promiscuous-bridge\""),
                row(
                        "hidden metrics of the last version",
                        c -> c.setShowHiddenMetricsForVersion("1.35")),
                row(
                        "hidden metrics of an older version",
                        c -> c.setShowHiddenMetricsForVersion("1.34"),
                        "invalid showHiddenMetricsForVersion: showHiddenMetricsForVersion: Invalid"
                                + " value: \"1.34\": must be omitted or have the value '1.35'; only"
                                + " the previous minor version is allowed"));
    }

    static Stream<Arguments> memory() {
        return Stream.of(
                row(
                        "enable MemoryQoS without specifying MemoryThrottlingFactor",
                        c -> {
                            gates(c, "MemoryQoS=true");
                            c.clearMemoryThrottlingFactor();
                        },
                        "invalid configuration: memoryThrottlingFactor is required when MemoryQoS"
                                + " feature flag is enabled"),
                row(
                        "invalid MemoryThrottlingFactor",
                        c -> c.setMemoryThrottlingFactor(1.1),
                        "invalid configuration: memoryThrottlingFactor 1.1 must be greater than 0"
                                + " and less than or equal to 1.0"),
                row(
                        "MemoryReservationPolicy requires MemoryQoS",
                        c -> {
                            gates(c, "MemoryQoS=false");
                            c.setMemoryReservationPolicy("TieredReservation");
                        },
                        "invalid configuration: memoryReservationPolicy \"TieredReservation\""
                                + " requires MemoryQoS feature gate to be enabled"),
                row(
                        "invalid MemoryReservationPolicy",
                        c -> c.setMemoryReservationPolicy("invalid"),
                        "invalid configuration: option \"invalid\" specified for"
                                + " memoryReservationPolicy. Valid options are \"None\" or"
                                + " \"TieredReservation\""));
    }

    static Stream<Arguments> taints() {
        var tainted = Taint.newBuilder().setKey("dedicated").setEffect("NoSchedule");
        return Stream.of(
                row(
                        "invalid Taint.TimeAdded",
                        c ->
                                c.addRegisterWithTaints(
                                        tainted.clone()
                                                .setTimeAdded(Time.newBuilder().setSeconds(1))),
                        "invalid configuration: taint.TimeAdded is not nil"),
                row(
                        "a taint with a prefixed key",
                        c -> c.addRegisterWithTaints(tainted.clone().setKey("example.com/gpu"))),
                row(
                        "a taint without a key",
                        c -> c.addRegisterWithTaints(Taint.newBuilder().setEffect("NoExecute")),
                        "invalid taint: {  NoExecute <nil>}"),
                row(
                        "a taint with an unknown effect",
                        c -> c.addRegisterWithTaints(tainted.clone().setEffect("Never")),
                        "invalid taint: {dedicated  Never <nil>}"),
                row(
                        "a taint with a malformed value",
                        c -> c.addRegisterWithTaints(tainted.clone().setValue("-x")),
                        "invalid taint: {dedicated -x NoSchedule <nil>}"));
    }
}
