package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.volume.VolumeKind;
import io.jubelet.core.waiting.VolumeImageComing;
import io.jubelet.core.waiting.VolumeImageMissing;
import io.jubelet.core.waiting.WaitReason;
import java.util.Optional;

/// An image that a container needs in order to start: its own, or that of a volume it mounts.
///
/// @param volume the volume that the image is, if it is one
/// @param image as the pod names it
/// @param policy when it is pulled, in v1's words
record ImageNeed(String container, Optional<String> volume, String image, String policy) {
    static ImageNeed of(Container container) {
        return new ImageNeed(
                container.getName(),
                Optional.empty(),
                container.getImage(),
                container.getImagePullPolicy());
    }

    static ImageNeed of(Container container, String volume, VolumeKind.Image image) {
        return new ImageNeed(
                container.getName(), Optional.of(volume), image.reference(), image.pullPolicy());
    }

    /// What of the pod needs it. No container is named so: names hold no blanks.
    String part() {
        return volume.map(name -> "volume " + name).orElse(container);
    }

    /// Under which failed pulls of it are counted.
    String backOffKey() {
        return RestartBackOff.PULL + image;
    }

    /// The reason with the volume's name, if it is about one.
    WaitReason told(WaitReason.OfContainer why) {
        return volume.<WaitReason>map(name -> new VolumeImageMissing(name, why)).orElse(why);
    }

    WaitReason.OfPull told(WaitReason.OfPull pull) {
        return volume.<WaitReason.OfPull>map(name -> new VolumeImageComing(name, pull))
                .orElse(pull);
    }
}
