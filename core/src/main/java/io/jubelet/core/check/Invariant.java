package io.jubelet.core.check;

/// Checks what must always hold. A broken invariant is a bug of ours, never of the input.
///
/// Thread: any.
public final class Invariant {
    private Invariant() {}

    /// Throws [Broken] with `message` unless `holds`.
    public static void check(boolean holds, String message) {
        if (!holds) {
            throw new Broken(message);
        }
    }

    /// Thrown where an invariant does not hold; ends the turn that broke it, loudly.
    public static final class Broken extends IllegalStateException {
        Broken(String message) {
            super(message);
        }
    }
}
