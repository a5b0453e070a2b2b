package io.jubelet.core.desired;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerRestartRule;

/// What a container's own rules say about an exit code. Pure.
///
/// Upstream: api/v1/pod FindMatchingContainerRestartRule.
public final class RestartRules {
    private RestartRules() {}

    /// What the first rule that names the code asks for.
    public enum Verdict {
        /// No rule names it, or the one that does asks for nothing.
        NONE,
        RESTART,
        /// All containers of the pod start over.
        RESTART_ALL
    }

    public static Verdict of(Container container, int exitCode) {
        for (var rule : container.getRestartPolicyRulesList()) {
            if (names(rule, exitCode)) {
                return verdict(rule);
            }
        }
        return Verdict.NONE;
    }

    private static boolean names(ContainerRestartRule rule, int exitCode) {
        if (!rule.hasExitCodes()) {
            return false;
        }
        var listed = rule.getExitCodes().getValuesList().contains(exitCode);
        return switch (rule.getExitCodes().getOperator()) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            default -> false;
        };
    }

    private static Verdict verdict(ContainerRestartRule rule) {
        return switch (rule.getAction()) {
            case "Restart" -> Verdict.RESTART;
            case "RestartAllContainers" -> Verdict.RESTART_ALL;
            default -> Verdict.NONE;
        };
    }
}
