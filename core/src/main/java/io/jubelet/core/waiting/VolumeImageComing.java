package io.jubelet.core.waiting;

/// The image that is a volume of a container is on its way.
///
/// @param pull how far it is
public record VolumeImageComing(String volume, WaitReason.OfPull pull)
        implements WaitReason.OfPull {
    @Override
    public String container() {
        return pull.container();
    }

    @Override
    public String code() {
        return pull.code();
    }

    @Override
    public String message() {
        return "volume \"" + volume + "\": " + pull.message();
    }

    @Override
    public String unblockedBy() {
        return pull.unblockedBy();
    }
}
