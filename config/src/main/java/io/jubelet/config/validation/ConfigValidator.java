package io.jubelet.config.validation;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Checks a loaded configuration against every rule that the kubelet has.
///
/// The messages are upstream's, in upstream's order: people search for them. The gates
/// themselves (unknown, locked, missing dependencies) are checked before, where they are set.
///
/// Thread: any; pure.
///
/// Upstream: pkg/kubelet/apis/config/validation.
public final class ConfigValidator {
    private ConfigValidator() {}

    /// All that is wrong with `config`; nothing when it may be used. `gates` answers whether a
    /// feature gate is on once the configuration's own gates are applied.
    public static List<String> validate(
            KubeletConfiguration config, Predicate<String> gates, HostFacts host) {
        var findings = new Findings();
        LimitRules.check(config, gates, findings);
        TaintRules.check(config, findings);
        PolicyRules.topology(config, findings);
        ShutdownRules.check(config, gates, findings);
        PolicyRules.swap(config, gates, findings);
        PolicyRules.crashLoopBackOff(config, gates, findings);
        AllocatableRules.check(config, findings);
        PolicyRules.hairpin(config, findings);
        ImageTrustRules.check(config, gates, findings);
        ReservationRules.cpus(config, findings);
        ReservationRules.memory(config, findings);
        HostRules.check(config, host, findings);
        PolicyRules.hiddenMetrics(config, findings);
        LoggingRules.check(config.getLogging(), gates, findings);
        TracingRules.check(config, findings);
        PolicyRules.memory(config, gates, findings);
        LogRules.check(config, gates, findings);
        return findings.messages();
    }

    /// What is wrong with the `logging` section alone, which is checked before the first line is
    /// logged.
    public static List<String> validateLogging(
            KubeletConfiguration config, Predicate<String> gates) {
        var findings = new Findings();
        LoggingRules.check(config.getLogging(), gates, findings);
        return findings.messages();
    }

    /// What the kubelet would find wrong only later, while it starts: thresholds, amounts, names of
    /// policies and cipher suites. The whole line it would end with. Asked for after [#validate].
    public static Optional<String> startFault(KubeletConfiguration config, HostFacts host) {
        return StartRules.fault(config, host);
    }

    /// The findings as one line: a single one as it is, several in brackets, none twice.
    public static String aggregate(List<String> findings) {
        var distinct = new LinkedHashSet<>(findings);
        return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
    }
}
