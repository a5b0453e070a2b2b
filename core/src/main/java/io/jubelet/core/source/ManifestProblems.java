package io.jubelet.core.source;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is wrong with which manifest, for tables and endpoints.
///
/// Thread: replaced by the sources' threads, read from any.
public final class ManifestProblems {
    private final Map<String, List<Problem>> bySource = new TreeMap<>();

    /// One manifest that cannot be used as it stands.
    public record Problem(String path, String reason) {}

    /// All problems of that source, in place of those it had.
    synchronized void replace(String source, List<Problem> newest) {
        bySource.put(source, List.copyOf(newest));
    }

    public synchronized List<Problem> current() {
        return bySource.values().stream().flatMap(List::stream).toList();
    }
}
