package io.jubelet.e2e.bench;

/// What Jubelet is held to.
///
/// Thread: immutable.
sealed interface Bar {
    /// The figure of Jubelet that is judged.
    String figure();

    /// At most so many times the Go kubelet's.
    record TimesGo(String figure, double limit) implements Bar {}

    /// More than the Go kubelet's.
    record MoreThanGo(String figure) implements Bar {}

    /// At most so much above another figure of the same run, its own or of the bare calls.
    record Above(String figure, String floor, double limit) implements Bar {}

    /// At most another figure of Jubelet's.
    record AtMost(String figure, String other) implements Bar {}
}
