package io.jubelet.core.status;

/// v1's pod phases, as far as a node decides them.
public enum Phase {
    PENDING("Pending"),
    RUNNING("Running"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed");

    private final String text;

    Phase(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /// Whether the pod will never run again.
    public boolean isFinal() {
        return switch (this) {
            case SUCCEEDED, FAILED -> true;
            case PENDING, RUNNING -> false;
        };
    }

    /// Whether a status of this phase is the last word.
    public static boolean isFinal(String phase) {
        return phase.equals(SUCCEEDED.text) || phase.equals(FAILED.text);
    }
}
