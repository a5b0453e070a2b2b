package io.jubelet.log;

/// Carries a value that must never be written anywhere by accident.
///
/// Thread: immutable.
public final class Secret {
    static final String REDACTED = "--- REDACTED ---";

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    public static Secret of(String value) {
        return new Secret(value);
    }

    /// The value itself, for the one place that must send it.
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return REDACTED;
    }
}
