package io.jubelet.core.runtime;

/// CRI's two states of a sandbox.
public enum SandboxState {
    READY,
    NOT_READY
}
