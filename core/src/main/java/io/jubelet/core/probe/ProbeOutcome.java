package io.jubelet.core.probe;

/// What one try of a probe or a hook gave.
///
/// Upstream: pkg/probe/probe.go Result.
public sealed interface ProbeOutcome {
    /// What is told of it.
    String text();

    record Success(String text) implements ProbeOutcome {}

    /// It counts as a success, and somebody should look.
    record Warning(String text) implements ProbeOutcome {}

    record Failure(String text) implements ProbeOutcome {}

    /// The try itself could not be made, which says nothing of the container.
    record Unknown(String text) implements ProbeOutcome {}
}
