package io.jubelet.core.execution;

/// What a thread is for, which decides how it is made.
public enum ThreadKind {
    /// Plain blocking code of one pod: a virtual thread in production.
    POD,
    /// A service that may wait its turn behind pods, since nobody notices when it is late: a
    /// virtual thread, which holds a few KB instead of a hundred.
    CHORE,
    /// A service that lives as long as the agent: a platform thread, so that no hung pod starves
    /// it.
    SERVICE
}
