package io.jubelet.config.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Collects what the rules find, in order.
///
/// Thread: confined to one validation.
final class Findings {
    private final List<String> messages = new ArrayList<>();

    /// Adds a message that stands for itself.
    void add(String message) {
        messages.add(message);
    }

    /// Adds a message of the kind "invalid configuration: …".
    void invalid(String message) {
        messages.add("invalid configuration: " + message);
    }

    /// Adds `message` when `wrong`.
    void invalidIf(boolean wrong, String message) {
        if (wrong) {
            invalid(message);
        }
    }

    List<String> messages() {
        return Collections.unmodifiableList(messages);
    }
}
