package io.jubelet.core.meter;

/// What part a container plays, as figures tell it apart.
///
/// Upstream: pkg/kubelet/metrics, the values of `container_type`.
public enum ContainerType {
    CONTAINER("container"),
    /// Sidecars are among them.
    INIT_CONTAINER("init_container"),
    EPHEMERAL_CONTAINER("ephemeral_container");

    private final String text;

    ContainerType(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
