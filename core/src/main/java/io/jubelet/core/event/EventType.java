package io.jubelet.core.event;

/// Whether somebody should look.
public enum EventType {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    EventType(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
