package io.jubelet.log;

/// Asks a logged value for its text and survives one that cannot give it.
///
/// Thread: stateless.
final class Values {
    private Values() {}

    /// A value whose `toString` throws must not take the logging thread down with it.
    @SuppressWarnings("CatchingUnchecked") // any exception of foreign code becomes text
    static String text(Object value) {
        try {
            return String.valueOf(value);
        } catch (RuntimeException e) {
            return "<panic: " + Failures.describe(e) + ">";
        }
    }
}
