package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;

/// The rules about fields that take one of a few words, and about what such a word needs.
///
/// Thread: any; pure.
final class PolicyRules {
    private static final List<String> TOPOLOGY_POLICIES =
            List.of("none", "best-effort", "restricted", "single-numa-node");
    private static final List<String> TOPOLOGY_SCOPES = List.of("container", "pod");
    private static final List<String> HAIRPIN_MODES =
            List.of("none", "hairpin-veth", "promiscuous-bridge");
    private static final List<String> SWAP_BEHAVIORS = List.of("", "LimitedSwap", "NoSwap");
    private static final List<String> RESERVATION_POLICIES = List.of("None", "TieredReservation");
    private static final String PREVIOUS_MINOR_VERSION = "1.35";

    private PolicyRules() {}

    static void topology(KubeletConfiguration config, Findings findings) {
        findings.invalidIf(
                !TOPOLOGY_POLICIES.contains(config.getTopologyManagerPolicy()),
                "topologyManagerPolicy (--topology-manager-policy) %s must be one of: %s"
                        .formatted(
                                quote(config.getTopologyManagerPolicy()),
                                GoFormat.quote(TOPOLOGY_POLICIES)));
        findings.invalidIf(
                !TOPOLOGY_SCOPES.contains(config.getTopologyManagerScope()),
                ("topologyManagerScope (--topology-manager-scope) %s must be one of: \"container\","
                                + " or \"pod\"")
                        .formatted(quote(config.getTopologyManagerScope())));
    }

    static void hairpin(KubeletConfiguration config, Findings findings) {
        findings.invalidIf(
                !HAIRPIN_MODES.contains(config.getHairpinMode()),
                ("option %s specified for hairpinMode (--hairpin-mode). Valid options are \"none\","
                                + " \"hairpin-veth\" or \"promiscuous-bridge\"")
                        .formatted(quote(config.getHairpinMode())));
    }

    static void swap(KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        String behavior = config.getMemorySwap().getSwapBehavior();
        boolean enabled = gates.test("NodeSwap");
        findings.invalidIf(
                enabled && !SWAP_BEHAVIORS.contains(behavior),
                ("memorySwap.swapBehavior %s must be one of: \"\", \"LimitedSwap\" or"
                                + " \"NoSwap\"")
                        .formatted(quote(behavior)));
        findings.invalidIf(
                !enabled && !behavior.isEmpty(),
                "memorySwap.swapBehavior cannot be set when NodeSwap feature flag is disabled");
    }

    static void crashLoopBackOff(
            KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        boolean set = config.getCrashLoopBackOff().hasMaxContainerRestartPeriod();
        long nanos = config.getCrashLoopBackOff().getMaxContainerRestartPeriod().getNanos();
        if (!gates.test("KubeletCrashLoopBackOffMax")) {
            findings.invalidIf(
                    set,
                    "FeatureGate KubeletCrashLoopBackOffMax not enabled,"
                            + " CrashLoopBackOff.MaxContainerRestartPeriod must not be set");
        } else if (!set) {
            findings.invalid(
                    "FeatureGate KubeletCrashLoopBackOffMax is enabled,"
                            + " CrashLoopBackOff.MaxContainerRestartPeriod must be set");
        } else {
            long millis = nanos / 1_000_000;
            findings.invalidIf(
                    millis < 1_000 || millis > 300_000,
                    ("CrashLoopBackOff.MaxContainerRestartPeriod (got: %s seconds) must be set"
                                    + " between 1s and 300s")
                            .formatted(GoFormat.number(seconds(nanos))));
        }
    }

    private static double seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).doubleValue();
    }

    static void hiddenMetrics(KubeletConfiguration config, Findings findings) {
        String version = config.getShowHiddenMetricsForVersion();
        if (!version.isEmpty() && !version.equals(PREVIOUS_MINOR_VERSION)) {
            findings.add(
                    ("invalid showHiddenMetricsForVersion: showHiddenMetricsForVersion: Invalid"
                                    + " value: %s: must be omitted or have the value '%s'; only the"
                                    + " previous minor version is allowed")
                            .formatted(quote(version), PREVIOUS_MINOR_VERSION));
        }
    }

    static void memory(KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        boolean quality = gates.test("MemoryQoS");
        findings.invalidIf(
                quality && !config.hasMemoryThrottlingFactor(),
                "memoryThrottlingFactor is required when MemoryQoS feature flag is enabled");
        double factor = config.getMemoryThrottlingFactor();
        findings.invalidIf(
                config.hasMemoryThrottlingFactor() && (factor <= 0 || factor > 1),
                "memoryThrottlingFactor %s must be greater than 0 and less than or equal to 1.0"
                        .formatted(GoFormat.number(factor)));
        String policy = config.getMemoryReservationPolicy();
        findings.invalidIf(
                !quality && policy.equals("TieredReservation"),
                "memoryReservationPolicy %s requires MemoryQoS feature gate to be enabled"
                        .formatted(quote(policy)));
        findings.invalidIf(
                !RESERVATION_POLICIES.contains(policy),
                ("option %s specified for memoryReservationPolicy. Valid options are \"None\" or"
                                + " \"TieredReservation\"")
                        .formatted(quote(policy)));
    }
}
