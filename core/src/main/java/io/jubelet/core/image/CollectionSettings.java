package io.jubelet.core.image;

import java.time.Duration;

/// When images that nobody uses are removed.
///
/// @param highPercent how full the disk is when space is to be freed
/// @param lowPercent how full it may then stay
/// @param minimumAge how long an image that was just seen stays in any case
/// @param maximumAge how long an image stays unused; zero for as long as there is space
public record CollectionSettings(
        int highPercent, int lowPercent, Duration minimumAge, Duration maximumAge) {
    public static final CollectionSettings STANDARD =
            new CollectionSettings(85, 80, Duration.ofMinutes(2), Duration.ZERO);

    /// Whether nothing could ever be removed.
    boolean off() {
        return highPercent == 100 && maximumAge.isZero();
    }
}
