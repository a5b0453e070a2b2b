package io.jubelet.config.gate;

/// How mature the feature behind a gate is.
///
/// Thread: immutable. Upstream: `prerelease` of component-base featuregate.
public enum Stage {
    ALPHA("ALPHA"),
    BETA("BETA"),
    GA(""),
    DEPRECATED("DEPRECATED");

    private final String label;

    Stage(String label) {
        this.label = label;
    }

    /// The text that metrics and help carry; empty for what is generally available.
    public String label() {
        return label;
    }
}
