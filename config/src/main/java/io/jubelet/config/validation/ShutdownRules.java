package io.jubelet.config.validation;

import static io.jubelet.config.validation.GoFormat.braced;

import io.jubelet.api.kubeletconfig.Duration;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.function.Predicate;

/// The rules about graceful node shutdown.
///
/// Thread: any; pure.
final class ShutdownRules {
    private ShutdownRules() {}

    static void check(KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        Duration total = config.getShutdownGracePeriod();
        Duration critical = config.getShutdownGracePeriodCriticalPods();
        boolean anySet = total.getNanos() > 0 || critical.getNanos() > 0;
        if (gates.test("GracefulNodeShutdown")) {
            findings.invalidIf(
                    critical.getNanos() > total.getNanos(),
                    "shutdownGracePeriodCriticalPods %s must be <= shutdownGracePeriod %s"
                            .formatted(braced(critical), braced(total)));
            zeroOrASecond("shutdownGracePeriod", total, findings);
            zeroOrASecond("shutdownGracePeriodCriticalPods", critical, findings);
        } else {
            findings.invalidIf(
                    anySet,
                    "specifying shutdownGracePeriod or shutdownGracePeriodCriticalPods requires"
                            + " feature gate GracefulNodeShutdown");
        }
        byPriority(config, anySet, gates, findings);
    }

    private static void zeroOrASecond(String name, Duration duration, Findings findings) {
        long nanos = duration.getNanos();
        findings.invalidIf(
                nanos != 0 && nanos < 1_000_000_000,
                name + " " + braced(duration) + " must be either zero or otherwise >= 1 sec");
    }

    private static void byPriority(
            KubeletConfiguration config,
            boolean anySet,
            Predicate<String> gates,
            Findings findings) {
        if (config.getShutdownGracePeriodByPodPriorityCount() == 0) {
            return;
        }
        if (!gates.test("GracefulNodeShutdownBasedOnPodPriority")) {
            findings.invalid(
                    "Specifying shutdownGracePeriodByPodPriority requires feature gate"
                            + " GracefulNodeShutdownBasedOnPodPriority");
        } else if (anySet) {
            findings.invalid(
                    "Cannot specify both shutdownGracePeriodByPodPriority and shutdownGracePeriod"
                            + " at the same time");
        }
    }
}
