package io.jubelet.server.metrics;

import java.util.List;
import java.util.OptionalInt;

/// What does not change while the node runs, and is shown as metrics all the same.
///
/// @param cgroupVersion 1 or 2; empty where it is not known
public record NodeFacts(
        String node, OptionalInt cgroupVersion, Build build, List<Feature> features) {
    public NodeFacts {
        features = List.copyOf(features);
    }

    /// What this program is.
    public record Build(
            String major,
            String minor,
            String gitVersion,
            String gitCommit,
            String gitTreeState,
            String buildDate,
            String platform) {}

    /// One feature gate.
    ///
    /// @param stage upstream's word: `ALPHA`, `BETA`, `DEPRECATED` or empty when it is general
    public record Feature(String name, String stage, boolean enabled) {}
}
