package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;

/// Makes sure that a container's image is on this machine, as its pull policy says.
///
/// Thread: the pod's worker.
/// Upstream: images/image_manager.go EnsureImageExists.
final class ImagePuller {
    private final ImageService images;

    ImagePuller(ImageService images) {
        this.images = images;
    }

    /// What became of it.
    sealed interface Result {
        /// @param reference what the container is made from
        record Present(String reference) implements Result {}

        /// @param pullFailed whether a pull was tried, so that the next one has to wait
        record Missing(WaitReason reason, boolean pullFailed) implements Result {}
    }

    /// @param backOff in which failed pulls are counted under [#backOffKey]
    Result ensure(Container container, RestartBackOff backOff, Instant now) {
        var name = container.getImage();
        var policy = container.getImagePullPolicy();
        if (!policy.equals("Always")) {
            var found = images.find(name);
            if (found.isPresent()) {
                return new Result.Present(found.get().reference());
            }
            if (policy.equals("Never")) {
                return missing(new WaitReason.ImageNeverPull(container.getName(), name), false);
            }
        }
        if (backOff.retryAfterLast(backOffKey(container), now).isPresent()) {
            return missing(new WaitReason.ImagePullBackOff(container.getName(), name), false);
        }
        return pull(container);
    }

    static String backOffKey(Container container) {
        return "pull " + container.getImage();
    }

    private Result pull(Container container) {
        var name = container.getImage();
        try {
            return new Result.Present(images.pull(name));
        } catch (RuntimeCallException failure) {
            return missing(
                    new WaitReason.ImagePullFailed(container.getName(), name, failure.reason()),
                    true);
        }
    }

    private static Result missing(WaitReason reason, boolean pullFailed) {
        return new Result.Missing(reason, pullFailed);
    }
}
