package io.jubelet.core.sync;

/// What part a container plays in its pod.
public enum ContainerKind {
    /// Runs to its end before the next one starts.
    INIT,
    /// An init container that goes on running beside the others.
    SIDECAR,
    /// What the pod is there for.
    REGULAR,
    /// Added to a running pod by hand, started once.
    EPHEMERAL
}
