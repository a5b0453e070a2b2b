package io.jubelet.core.waiting;

/// The container's image is on its way.
///
/// @param container or the volume that the image is
public record ImagePulling(String container, String image) implements WaitReason.OfPull {
    @Override
    public String code() {
        return "PullingImage";
    }

    @Override
    public String message() {
        return "pulling image \"" + image + "\"";
    }

    @Override
    public String unblockedBy() {
        return "the end of the pull";
    }
}
