package io.jubelet.core.runtime;

/// What the runtime's own status call says of itself.
public record RuntimeHealth(Condition runtime, Condition network) {
    public static final RuntimeHealth HEALTHY = new RuntimeHealth(Condition.OK, Condition.OK);

    /// One of CRI's conditions.
    public record Condition(boolean ready, String reason, String message) {
        public static final Condition OK = new Condition(true, "", "");
    }
}
