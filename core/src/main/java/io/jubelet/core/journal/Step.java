package io.jubelet.core.journal;

/// The kinds of thing that a journal tells of a pod. Their names are written to disk.
public enum Step {
    /// A source brought it.
    SEEN,
    /// It may run here.
    ADMITTED,
    /// What is to be done next, and on which picture of the runtime that was decided.
    PLANNED,
    /// What people were told as an event.
    EVENT,
    /// Its worker came into another stage.
    STAGE,
    /// Its phase or one of its conditions changed.
    STATUS,
    /// It waits for something.
    WAITS,
    /// What it waited for is there.
    WAITED,
    /// The API server has its newest status.
    WRITTEN,
    /// Nothing of it is left here.
    GONE
}
