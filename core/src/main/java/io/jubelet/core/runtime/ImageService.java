package io.jubelet.core.runtime;

import io.jubelet.core.execution.Cancellation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The runtime's images: CRI's ImageService as far as the agent uses it.
///
/// Thread: any; implementations are safe for concurrent use.
public interface ImageService {
    /// The image under that name on this machine, if it is there.
    Optional<LocalImage> find(String image);

    /// Every image on this machine.
    List<ListedImage> list();

    /// Pulls the image and answers its reference. Takes as long as it takes, unless it is
    /// cancelled: then it fails soon.
    String pull(String image, Optional<RegistryCredential> credential, Cancellation cancellation);

    /// Pulls what everybody may have.
    default String pull(String image) {
        return pull(image, Optional.empty(), Cancellation.never());
    }

    /// Takes the image and all its names off this machine. Idempotent.
    ///
    /// @param id as it was listed
    void remove(String id);

    /// The disk on which images are.
    Space space();

    /// How much fits on a disk, and how much still does.
    record Space(long capacityBytes, long availableBytes) {}

    /// An image on this machine.
    ///
    /// @param reference what containers are made from
    /// @param sizeBytes its size on disk
    record LocalImage(String reference, long sizeBytes, ImageUser user) {}

    /// As whom an image's process runs if nobody says otherwise.
    ///
    /// @param uid absent where the image names its user by name
    record ImageUser(OptionalLong uid, String name) {
        /// Of an image that says nothing.
        public static final ImageUser ROOT = new ImageUser(OptionalLong.of(0), "");
    }

    /// An image with all its names.
    ///
    /// @param pinned whether the runtime itself needs it
    record ListedImage(
            String id, List<String> digests, List<String> tags, long sizeBytes, boolean pinned) {
        public ListedImage {
            digests = List.copyOf(digests);
            tags = List.copyOf(tags);
        }
    }
}
