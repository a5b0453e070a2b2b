package io.jubelet.core.runtime;

/// The runtime's id of a container, without the runtime's name in front.
public record ContainerId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
