package io.jubelet.core.pod;

/// Why a worker should take a turn, the weaker reason first.
enum Look {
    /// There is none.
    NONE,

    /// Something beside the runtime: a mount, a pull, a probe, an object of the cluster.
    NEWS,

    /// The runtime may hold something else of the pod than was last seen.
    RUNTIME;

    Look and(Look other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
