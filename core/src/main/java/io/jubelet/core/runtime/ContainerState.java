package io.jubelet.core.runtime;

/// CRI's four states of a container.
public enum ContainerState {
    CREATED,
    RUNNING,
    EXITED,
    UNKNOWN
}
