package io.jubelet.model.staticpod;

import io.jubelet.api.core.Pod;

/// What became of a manifest.
///
/// Thread: any; immutable.
public sealed interface StaticPodResult {
    /// @param pod complete: named, defaulted, validated, annotated
    record Accepted(Pod pod) implements StaticPodResult {}

    /// @param reason one line in upstream's words
    record Rejected(String reason) implements StaticPodResult {}
}
