package io.jubelet.core.waiting;

/// The container's image is pulled after others.
///
/// @param container or the volume that the image is
/// @param behind the image whose pull has run the longest
/// @param ahead how many pulls come first
public record PullQueued(String container, String image, String behind, int ahead)
        implements WaitReason.OfPull {
    @Override
    public String code() {
        return "PullQueued";
    }

    @Override
    public String message() {
        return "image \"%s\" is waiting for a pull slot behind image \"%s\""
                        .formatted(image, behind)
                + (ahead > 1 ? " (" + ahead + " pulls ahead)" : "");
    }

    @Override
    public String unblockedBy() {
        return "the end of that pull, or a larger maxParallelImagePulls";
    }
}
