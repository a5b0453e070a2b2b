package io.jubelet.core.admission;

import io.jubelet.api.core.Pod;
import io.jubelet.model.pod.PodNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides whether a pod may run on the node beside those that do. Pure.
///
/// The questions come in upstream's order, and the first that is answered with no is the reason:
/// kernel settings, operating system, groups policy, room and place on the node, AppArmor,
/// features.
///
/// Upstream: kubelet.go's admit handlers; lifecycle/predicate.go, handlers.go.
public final class AdmissionPlanner {
    private static final String OS_LABEL = "kubernetes.io/os";
    private static final String OS = "linux";

    private AdmissionPlanner() {}

    /// What follows.
    public sealed interface Decision {
        record Admit() implements Decision {}

        record Reject(String reason, String message) implements Decision {}

        /// Ends these first; then the pod has room.
        record Preempt(List<Pod> victims) implements Decision {
            public Preempt {
                victims = List.copyOf(victims);
            }
        }
    }

    public static Decision plan(
            Pod candidate, List<Pod> active, AdmissionNode node, AdmissionRules rules) {
        var sysctl = rules.sysctls().problem(candidate);
        if (sysctl.isPresent()) {
            return reject("SysctlForbidden", "forbidden sysctl: " + sysctl.get());
        }
        var system = candidate.getMetadata().getLabelsMap().getOrDefault(OS_LABEL, OS);
        if (!system.equals(OS)) {
            return reject(
                    "PodOSSelectorNodeLabelDoesNotMatch",
                    "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label");
        }
        if (candidate.getSpec().hasOs() && !candidate.getSpec().getOs().getName().equals(OS)) {
            return reject(
                    "PodOSNotSupported",
                    "Failed to admit pod as the OS field doesn't match node OS");
        }
        if (!node.supplementalGroupsPolicy() && strictGroups(candidate)) {
            return reject(
                    "SupplementalGroupsPolicyNotSupported",
                    "SupplementalGroupsPolicy=Strict is not supported in this node");
        }
        var misfits = misfits(candidate, active, node, rules);
        return misfits.isEmpty()
                ? abilities(candidate, node, rules)
                : misfit(candidate, active, misfits);
    }

    /// Whether nothing but node affinity speaks against the pod: then our picture of the node's
    /// labels may simply be old, and one look at the node itself is due.
    public static boolean byAffinityAlone(
            Pod candidate, List<Pod> active, AdmissionNode node, AdmissionRules rules) {
        return misfits(candidate, active, node, rules)
                .equals(List.of(Misfit.Mismatch.NODE_AFFINITY));
    }

    private static boolean strictGroups(Pod pod) {
        var context = pod.getSpec().getSecurityContext();
        return context.getSupplementalGroupsPolicy().equals("Strict");
    }

    static List<Misfit> misfits(
            Pod candidate, List<Pod> active, AdmissionNode node, AdmissionRules rules) {
        var misfits = new ArrayList<Misfit>();
        misfits.addAll(ResourceFitCalculator.calculate(candidate, active, node));
        if (!NodeAffinityPolicy.allows(candidate, node)) {
            misfits.add(Misfit.Mismatch.NODE_AFFINITY);
        }
        var wanted = candidate.getSpec().getNodeName();
        if (!wanted.isEmpty() && !wanted.equals(node.name())) {
            misfits.add(Misfit.Mismatch.NODE_NAME);
        }
        if (!HostPortPolicy.allows(candidate, active)) {
            misfits.add(Misfit.Mismatch.NODE_PORTS);
        }
        if (!TaintPolicy.allows(candidate, node, rules.taintComparisons())) {
            misfits.add(Misfit.Mismatch.TAINTS);
        }
        return misfits;
    }

    /// A critical pod is never refused for want of room alone.
    private static Decision misfit(Pod candidate, List<Pod> active, List<Misfit> misfits) {
        var shortages = new ArrayList<Misfit.Shortage>();
        var others = new ArrayList<Misfit>();
        for (var misfit : misfits) {
            switch (misfit) {
                case Misfit.Shortage shortage -> shortages.add(shortage);
                case Misfit.Mismatch mismatch -> others.add(mismatch);
            }
        }
        if (!PodNames.isCritical(candidate)) {
            return reject(misfits.getFirst());
        }
        if (!others.isEmpty()) {
            return reject(others.getFirst());
        }
        return switch (PreemptionPlanner.choose(candidate, active, shortages)) {
            case PreemptionPlanner.Choice.Victims victims -> new Decision.Preempt(victims.pods());
            case PreemptionPlanner.Choice.Hopeless hopeless ->
                    reject(
                            "UnexpectedAdmissionError",
                            "Unexpected error while attempting to recover from admission failure:"
                                    + " preemption: error finding a set of pods to preempt: "
                                    + hopeless.message());
        };
    }

    private static Decision abilities(Pod candidate, AdmissionNode node, AdmissionRules rules) {
        var phase = candidate.getStatus().getPhase();
        var appArmor =
                phase.isEmpty() || phase.equals("Pending")
                        ? AppArmorPolicy.problem(candidate, rules.appArmorProblem())
                        : Optional.<String>empty();
        if (appArmor.isPresent()) {
            return reject("AppArmor", "Cannot enforce AppArmor: " + appArmor.get());
        }
        if (candidate.getSpec().hasResources() && !rules.podLevelResources()) {
            return reject(
                    "PodLevelResourcesNotSupported", "PodLevelResources feature gate is disabled");
        }
        var feature = DeclaredFeaturePolicy.problem(candidate, node);
        if (rules.declaredFeatures() && feature.isPresent()) {
            return reject("PodFeatureUnsupported", feature.get());
        }
        return new Decision.Admit();
    }

    private static Decision reject(Misfit misfit) {
        return reject(misfit.reason(), misfit.message());
    }

    private static Decision reject(String reason, String message) {
        return new Decision.Reject(reason, message);
    }
}
