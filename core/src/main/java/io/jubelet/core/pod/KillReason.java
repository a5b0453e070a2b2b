package io.jubelet.core.pod;

/// Why a pod ends.
public enum KillReason {
    /// Its source no longer has it.
    REMOVED,
    /// All its containers ended for good.
    COMPLETED,
    /// It was found in the runtime, and no source knows it.
    ORPHANED
}
