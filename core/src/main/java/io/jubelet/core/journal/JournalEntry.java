package io.jubelet.core.journal;

import java.time.Instant;

/// One line of a pod's journal.
public record JournalEntry(Instant at, Step step, String detail) {}
