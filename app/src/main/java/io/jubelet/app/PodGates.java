package io.jubelet.app;

import io.jubelet.config.gate.FeatureGates;
import io.jubelet.model.staticpod.StaticPods;
import io.jubelet.model.validation.ValidationOptions;

/// The feature gates that change what a valid pod is.
final class PodGates {
    private PodGates() {}

    static StaticPods staticPods(FeatureGates gates, String nodeName) {
        return new StaticPods(
                nodeName, gates.enabled("PreventStaticPodAPIReferences"), validation(gates));
    }

    private static ValidationOptions validation(FeatureGates gates) {
        return new ValidationOptions(
                gates.enabled("PodLevelResources"),
                gates.enabled("ContainerRestartRules"),
                gates.enabled("RestartAllContainersOnContainerExits"),
                gates.enabled("EnvFiles"),
                gates.enabled("UserNamespacesHostNetworkSupport"),
                gates.enabled("SELinuxMount"),
                gates.enabled("TaintTolerationComparisonOperators"),
                gates.enabled("StrictIPCIDRValidation"),
                gates.enabled("PodDeletionCost"),
                gates.enabled("MatchLabelKeysInPodTopologySpreadSelectorMerge"));
    }
}
