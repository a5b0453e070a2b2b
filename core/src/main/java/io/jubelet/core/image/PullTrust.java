package io.jubelet.core.image;

import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.PullSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Who may use an image that is on this machine already.
///
/// Thread: any; may block on host calls.
/// Upstream: pullmanager/interfaces.go ImagePullManager.
public interface PullTrust {
    /// Everybody may, and nothing is written down: the gate is off.
    PullTrust OPEN =
            new PullTrust() {
                @Override
                public boolean checks() {
                    return false;
                }

                @Override
                public Answer mayUse(String image, String reference) {
                    return new Answer.Yes();
                }

                @Override
                public void begins(String image) {}

                @Override
                public void pulled(String image, String reference, Optional<PullSource> source) {}

                @Override
                public void failed(String image) {}

                @Override
                public void listed(List<ListedImage> images, Instant before) {}
            };

    /// Whether anything is asked at all.
    boolean checks();

    /// Whether a pod may use an image.
    sealed interface Answer {
        record Yes() implements Answer {}

        /// It has to pull it.
        record No() implements Answer {}

        /// If it has the right secrets or service account.
        ///
        /// @param accounts whether a service account could be the right one
        record Holders(Predicate<List<PullSource>> right, boolean accounts) implements Answer {}
    }

    /// @param image as the pod names it
    /// @param reference as the runtime knows it
    Answer mayUse(String image, String reference);

    /// A pull begins; it has to be told how it ended. Throws
    /// [io.jubelet.core.host.HostCallException] when it may not begin.
    void begins(String image);

    /// @param source what of a pod opened the registry, unless it was open or the machine's own
    ///     credential did
    void pulled(String image, String reference, Optional<PullSource> source);

    void failed(String image);

    /// These are all images that there are; what was recorded of others is forgotten.
    ///
    /// @param before what was recorded later stays: it may be of an image that came since
    void listed(List<ListedImage> images, Instant before);
}
