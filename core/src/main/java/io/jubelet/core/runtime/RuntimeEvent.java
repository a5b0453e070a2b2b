package io.jubelet.core.runtime;

/// A hint of the runtime that something happened to one pod. It says when to look, never what is
/// so: all that its content is good for is to know that one has looked already.
///
/// @param subject the id of the sandbox or container that it is about
public record RuntimeEvent(PodUid pod, String subject, Kind kind) {
    /// What is said to have happened.
    public enum Kind {
        CREATED,
        STARTED,
        STOPPED,
        DELETED
    }
}
