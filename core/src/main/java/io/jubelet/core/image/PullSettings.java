package io.jubelet.core.image;

/// How many images are pulled at a time, and how often one may be asked for.
///
/// @param slots pulls at a time; zero for as many as there are
/// @param perSecond how many pulls may begin a second on the long run; zero for any number
/// @param burst how many may begin at once after a quiet time
public record PullSettings(int slots, int perSecond, int burst) {
    /// Upstream's defaults: one after the other.
    public static final PullSettings STANDARD = new PullSettings(1, 5, 10);

    public PullSettings {
        if (slots < 0 || perSecond < 0 || burst < 0) {
            throw new IllegalArgumentException("limits are not negative");
        }
    }
}
