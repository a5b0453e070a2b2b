package io.jubelet.core.admission;

import java.util.Optional;

/// Whole numbers in labels and taints. Pure.
final class WholeNumber {
    private WholeNumber() {}

    static Optional<Long> parse(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }
}
