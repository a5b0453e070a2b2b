package io.jubelet.core.pod;

/// Why a pod ends.
public enum KillReason {
    /// Its source no longer has it.
    REMOVED,
    /// All its containers ended for good.
    COMPLETED,
    /// Somebody deleted it.
    DELETED,
    /// It may not run here.
    REJECTED,
    /// It was active longer than it may be.
    DEADLINE,
    /// A critical pod needs its place.
    PREEMPTED,
    /// The node lacks what it uses.
    EVICTED,
    /// It was found in the runtime, and no source knows it.
    ORPHANED
}
