package io.jubelet.core.desired;

/// When containers that ended are started again.
public enum RestartPolicy {
    ALWAYS,
    ON_FAILURE,
    NEVER;

    /// Whether a container that ended with this code is started again.
    public boolean restartsAfter(int exitCode) {
        return switch (this) {
            case ALWAYS -> true;
            case ON_FAILURE -> exitCode != 0;
            case NEVER -> false;
        };
    }

    /// v1's word for it; what is not one of the three is v1's default.
    static RestartPolicy of(String word) {
        return switch (word) {
            case "OnFailure" -> ON_FAILURE;
            case "Never" -> NEVER;
            default -> ALWAYS;
        };
    }
}
