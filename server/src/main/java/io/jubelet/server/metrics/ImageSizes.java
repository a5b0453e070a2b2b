package io.jubelet.server.metrics;

/// The classes of size that pulls are told apart by.
///
/// Thread: stateless.
///
/// Upstream: pkg/kubelet/metrics GetImageSizeBucket.
enum ImageSizes {
    TINY(0, "0-10MB"),
    SMALL(mega(10), "10MB-100MB"),
    USUAL(mega(100), "100MB-500MB"),
    LARGE(mega(500), "500MB-1GB"),
    OVER_1(giga(1), "1GB-5GB"),
    OVER_5(giga(5), "5GB-10GB"),
    OVER_10(giga(10), "10GB-20GB"),
    OVER_20(giga(20), "20GB-30GB"),
    OVER_30(giga(30), "30GB-40GB"),
    OVER_40(giga(40), "40GB-60GB"),
    OVER_60(giga(60), "60GB-100GB"),
    OVER_100(giga(100), "GT100GB");

    private static final String UNKNOWN = "N/A";

    private final long above;
    private final String label;

    ImageSizes(long above, String label) {
        this.above = above;
        this.label = label;
    }

    /// @param bytes 0 where nobody knows
    static String label(long bytes) {
        var label = UNKNOWN;
        for (var size : values()) {
            if (bytes > size.above) {
                label = size.label;
            }
        }
        return label;
    }

    private static long mega(int count) {
        return count * 1024L * 1024;
    }

    private static long giga(int count) {
        return mega(count) * 1024;
    }
}
