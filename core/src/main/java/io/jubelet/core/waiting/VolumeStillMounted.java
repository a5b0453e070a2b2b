package io.jubelet.core.waiting;

/// The pod ended and a volume of it is not gone yet.
///
/// @param volume empty if it is not known yet which ones there are
public record VolumeStillMounted(String volume, String detail) implements WaitReason.OfVolume {
    @Override
    public String code() {
        return "VolumeStillMounted";
    }

    @Override
    public String message() {
        return "volume \"" + volume + "\" is still mounted: " + detail;
    }

    @Override
    public String unblockedBy() {
        return "the unmount";
    }
}
