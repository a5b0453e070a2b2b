package io.jubelet.core.admission;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which of the features that a node declares a pod cannot do without. Pure.
///
/// Upstream: component-helpers/nodedeclaredfeatures; of its features these two concern a new pod.
final class DeclaredFeaturePolicy {
    static final String RESTART_ALL = "RestartAllContainersOnContainerExits";
    static final String USER_NAMESPACES_HOST_NETWORK = "UserNamespacesHostNetworkSupport";

    private DeclaredFeaturePolicy() {}

    static Optional<String> problem(Pod pod, AdmissionNode node) {
        var missing = new TreeSet<>(needed(pod));
        missing.removeAll(node.declaredFeatures());
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Pod requires node features that are not available: "
                                + String.join(", ", missing));
    }

    private static List<String> needed(Pod pod) {
        var spec = pod.getSpec();
        var restartsAll =
                Stream.concat(
                                spec.getContainersList().stream(),
                                spec.getInitContainersList().stream())
                        .map(Container::getRestartPolicyRulesList)
                        .flatMap(List::stream)
                        .anyMatch(rule -> rule.getAction().equals("RestartAllContainers"));
        var sharesNetworkOnly =
                spec.getHostNetwork() && spec.hasHostUsers() && !spec.getHostUsers();
        return Stream.of(
                        restartsAll ? RESTART_ALL : "",
                        sharesNetworkOnly ? USER_NAMESPACES_HOST_NETWORK : "")
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
