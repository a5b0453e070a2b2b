package io.jubelet.core.runtime;

/// A hint of the runtime that something happened to one pod. It says when to look, never what is
/// so.
public record RuntimeEvent(PodUid pod) {}
