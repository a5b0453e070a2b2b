package io.jubelet.core.execution;

/// What a thread is for, which decides how it is made.
public enum ThreadKind {
    /// Plain blocking code of one pod: a virtual thread in production.
    POD,
    /// A service that lives as long as the agent: a platform thread, so that no hung pod starves
    /// it.
    SERVICE
}
