package io.jubelet.core.objects;

/// How changes of secrets and config maps are found out.
///
/// Upstream: configMapAndSecretChangeDetectionStrategy.
public enum ChangeDetection {
    /// The API server tells.
    WATCH,
    /// Asked for again when what is known is older than a time to live.
    CACHE,
    /// Asked for again every time.
    GET;

    /// By the configuration's word, which is valid.
    public static ChangeDetection of(String word) {
        return switch (word) {
            case "Get" -> GET;
            case "Cache" -> CACHE;
            default -> WATCH;
        };
    }
}
