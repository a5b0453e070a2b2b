package io.jubelet.core.waiting;

/// A container waits for the image that is one of its volumes. Code and message are upstream's,
/// which name the image alone.
///
/// @param why as of the container's own image
public record VolumeImageMissing(String volume, WaitReason.OfContainer why)
        implements WaitReason.OfVolumeImage {
    @Override
    public String container() {
        return why.container();
    }

    @Override
    public String code() {
        return why.code();
    }

    @Override
    public String message() {
        return why.message();
    }

    @Override
    public String unblockedBy() {
        return "for volume \"" + volume + "\": " + why.unblockedBy();
    }
}
