package io.jubelet.core.rotation;

/// One thing to do to a container's log.
public sealed interface LogStep {
    /// Removes a file that nobody needs any more.
    record Remove(String file) implements LogStep {}

    record Compress(String file) implements LogStep {}

    /// Puts the runtime's file aside and has the runtime begin another.
    record PutAside(String as) implements LogStep {}

    /// Has the runtime begin a file, for it has none.
    record Reopen() implements LogStep {}
}
