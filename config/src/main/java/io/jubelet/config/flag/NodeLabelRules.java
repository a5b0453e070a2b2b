package io.jubelet.config.flag;

import io.jubelet.model.validation.NameFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Which labels a node may give itself through `--node-labels`.
///
/// Thread: stateless. Upstream: `ValidateKubeletFlags`.
final class NodeLabelRules {
    private static final List<String> NAMESPACES =
            List.of("kubelet.kubernetes.io", "node.kubernetes.io");
    private static final List<String> KEYS =
            List.of(
                    "beta.kubernetes.io/arch",
                    "beta.kubernetes.io/instance-type",
                    "beta.kubernetes.io/os",
                    "failure-domain.beta.kubernetes.io/region",
                    "failure-domain.beta.kubernetes.io/zone",
                    "kubernetes.io/arch",
                    "kubernetes.io/hostname",
                    "kubernetes.io/os",
                    "node.kubernetes.io/instance-type",
                    "topology.kubernetes.io/region",
                    "topology.kubernetes.io/zone");

    private NodeLabelRules() {}

    /// What is wrong with the labels, if anything.
    static Optional<String> problem(Map<String, String> labels) {
        var reserved = new TreeSet<String>();
        labels.keySet().stream().filter(NodeLabelRules::isReserved).forEach(reserved::add);
        if (!reserved.isEmpty()) {
            return Optional.of(
                    "unknown 'kubernetes.io' or 'k8s.io' labels specified with --node-labels: ["
                            + String.join(" ", reserved)
                            + "]\n--node-labels in the 'kubernetes.io' namespace must begin with an"
                            + " allowed prefix ("
                            + String.join(", ", NAMESPACES)
                            + ") or be in the specifically allowed set ("
                            + String.join(", ", KEYS)
                            + ")");
        }
        var malformed = new ArrayList<String>();
        labels.forEach(
                (key, value) -> {
                    add(malformed, key, NameFormats.qualifiedName(key));
                    add(malformed, value, NameFormats.labelValue(value));
                });
        return malformed.isEmpty()
                ? Optional.empty()
                : Optional.of("invalid node labels: " + String.join("; ", malformed));
    }

    private static void add(List<String> malformed, String text, List<String> problems) {
        if (!problems.isEmpty()) {
            malformed.add("'" + text + "' - " + String.join(", ", problems));
        }
    }

    private static boolean isReserved(String key) {
        String namespace = key.contains("/") ? key.substring(0, key.indexOf('/')) : "";
        boolean ours = isWithin(namespace, "kubernetes.io") || isWithin(namespace, "k8s.io");
        boolean allowed =
                KEYS.contains(key)
                        || NAMESPACES.stream().anyMatch(each -> isWithin(namespace, each));
        return ours && !allowed;
    }

    private static boolean isWithin(String namespace, String domain) {
        return namespace.equals(domain) || namespace.endsWith("." + domain);
    }
}
