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

    /// The same of a text that has no needless sign or digit.
    static Optional<Long> parseStrictly(String text) {
        return parse(text).filter(number -> Long.toString(number).equals(text));
    }
}
