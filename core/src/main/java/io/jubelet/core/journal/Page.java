package io.jubelet.core.journal;

import io.jubelet.core.runtime.PodIdentity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is known of one pod's past, the oldest first.
public record Page(PodIdentity pod, List<JournalEntry> entries) {
    /// A pod's beginning is worth more than its middle: of a page that is full the first lines and
    /// the newest are kept.
    private static final int FIRST = 20;

    private static final int MOST = 64;

    public Page {
        entries = List.copyOf(entries);
    }

    static Page of(PodIdentity pod) {
        return new Page(pod, List.of());
    }

    Page with(JournalEntry entry) {
        var more = new ArrayList<>(entries);
        more.add(entry);
        if (more.size() > MOST) {
            more.remove(FIRST);
        }
        return new Page(pod, more);
    }

    /// Whether the pod is no longer here.
    public boolean over() {
        return !entries.isEmpty() && entries.getLast().step() == Step.GONE;
    }

    /// When something was last written; the beginning of time on an empty page.
    public Instant lastAt() {
        return entries.isEmpty() ? Instant.EPOCH : entries.getLast().at();
    }
}
