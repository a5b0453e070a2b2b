package io.jubelet.core.source;

import java.util.List;

/// What is wrong with which manifest, for tables and endpoints.
///
/// Thread: replaced by the source's thread, read from any.
public final class ManifestProblems {
    private volatile List<Problem> current = List.of();

    /// One manifest that cannot be used as it stands.
    public record Problem(String path, String reason) {}

    void replace(List<Problem> newest) {
        current = List.copyOf(newest);
    }

    public List<Problem> current() {
        return current;
    }
}
