package io.jubelet.server.metrics;

import java.util.ArrayList;
import java.util.List;

/// The metrics of what never changes.
///
/// Thread: stateless.
final class FactMetrics {
    private static final List<String> BUILD_LABELS =
            List.of(
                    "build_date",
                    "compiler",
                    "git_commit",
                    "git_tree_state",
                    "git_version",
                    "go_version",
                    "major",
                    "minor",
                    "platform");

    private FactMetrics() {}

    static List<MetricFamily> of(NodeFacts facts) {
        var families = new ArrayList<MetricFamily>();
        families.add(
                constant("kubelet_node_name", "The node's name.", List.of("node"), facts.node()));
        families.add(build(facts.build()));
        families.add(gates(facts.features()));
        facts.cgroupVersion()
                .ifPresent(
                        version -> {
                            var gauge =
                                    new Gauges(
                                            "kubelet_cgroup_version",
                                            "The machine's cgroup version.",
                                            List.of());
                            gauge.set(version, List.of());
                            families.add(gauge);
                        });
        return families;
    }

    private static MetricFamily build(NodeFacts.Build build) {
        return constant(
                "kubernetes_build_info",
                "What this program is; the Go version is empty, for there is no Go in it.",
                BUILD_LABELS,
                build.buildDate(),
                "javac",
                build.gitCommit(),
                build.gitTreeState(),
                build.gitVersion(),
                "",
                build.major(),
                build.minor(),
                build.platform());
    }

    private static MetricFamily gates(List<NodeFacts.Feature> features) {
        var gates =
                new Gauges(
                        "kubernetes_feature_enabled",
                        "Feature gates: 1 for those that are on.",
                        List.of("name", "stage"));
        features.forEach(
                feature ->
                        gates.set(
                                feature.enabled() ? 1 : 0,
                                List.of(feature.name(), feature.stage())));
        return gates;
    }

    /// A metric whose labels are the message; its value is always 1.
    private static MetricFamily constant(
            String name, String help, List<String> labels, String... values) {
        var gauge = new Gauges(name, help, labels);
        gauge.set(1, List.of(values));
        return gauge;
    }
}
