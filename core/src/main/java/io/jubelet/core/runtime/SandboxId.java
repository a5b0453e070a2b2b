package io.jubelet.core.runtime;

/// The runtime's id of a pod sandbox.
public record SandboxId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
