package io.jubelet.config.gate;

/// One gate as Kubernetes declares it for this release.
///
/// Thread: immutable. Upstream: `FeatureSpec` of component-base featuregate.
///
/// @param on whether the feature is on when nobody says otherwise
/// @param locked whether only the default may be asked for
public record Gate(String name, Stage stage, boolean on, boolean locked) {}
