package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.model.image.ImageReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes sure that a container's image is on this machine, as its pull policy says.
///
/// Thread: the pod's worker.
/// Upstream: images/image_manager.go EnsureImageExists.
final class ImagePuller {
    private final Execution execution;
    private final ImageService images;
    private final PullSecrets secrets;
    private final PodEvents events;
    private final PullFailures failures = new PullFailures();

    ImagePuller(Execution execution, ImageService images, PullSecrets secrets, PodEvents events) {
        this.secrets = secrets;
        this.execution = execution;
        this.images = images;
        this.events = events;
    }

    /// What became of it.
    sealed interface Result {
        /// @param image what the container is made from
        record Present(ImageService.LocalImage image) implements Result {}

        /// @param pullFailed whether a pull was tried, so that the next one has to wait
        record Missing(WaitReason reason, boolean pullFailed) implements Result {}
    }

    /// @param backOff in which failed pulls are counted under [#backOffKey]
    Result ensure(DesiredPod pod, Container container, RestartBackOff backOff, Instant now) {
        var result = find(pod, container, backOff, now);
        if (result instanceof Result.Missing missing) {
            events.imageMissing(pod, container, missing.reason());
        }
        return result;
    }

    private Result find(DesiredPod pod, Container container, RestartBackOff backOff, Instant now) {
        var name = container.getImage();
        var reference = ImageReference.parse(name);
        if (reference.isEmpty()) {
            return missing(new WaitReason.InvalidImageName(container.getName(), name), false);
        }
        var policy = container.getImagePullPolicy();
        if (!policy.equals("Always")) {
            Optional<ImageService.LocalImage> found;
            try {
                found = images.find(name);
            } catch (RuntimeCallException failure) {
                return inspectFailed(container, failure);
            }
            if (found.isPresent()) {
                events.imagePresent(pod, container);
                return new Result.Present(found.get());
            }
            if (policy.equals("Never")) {
                return missing(new WaitReason.ImageNeverPull(container.getName(), name), false);
            }
        }
        if (backOff.retryAfterLast(backOffKey(container), now).isPresent()) {
            var failure = failures.recall(pod, name);
            return missing(
                    new WaitReason.ImagePullBackOff(container.getName(), name, failure), false);
        }
        return switch (secrets.find(pod, reference.get().repository())) {
            case PullSecrets.Answer.NotYet(var problem) ->
                    missing(
                            new WaitReason.ContainerConfigFailed(
                                    container.getName(), problem.message(), Optional.of(problem)),
                            false);
            case PullSecrets.Answer.Known(var credentials, var unusable) -> {
                if (!unusable.isEmpty()) {
                    events.pullSecretsUnusable(pod, unusable);
                }
                yield pull(pod, container, credentials);
            }
        };
    }

    /// A runtime that is away says nothing about the image.
    private static Result inspectFailed(Container container, RuntimeCallException failure) {
        if (failure.code() == RuntimeCallException.Code.UNAVAILABLE) {
            throw failure;
        }
        return missing(
                new WaitReason.ImageInspectFailed(container.getName(), failure.reason()), false);
    }

    static String backOffKey(Container container) {
        return "pull " + container.getImage();
    }

    private Result pull(DesiredPod pod, Container container, List<RegistryCredential> credentials) {
        var name = container.getImage();
        failures.forget(pod, name);
        events.pulling(pod, container);
        var begin = execution.tick();
        try {
            var reference = pullWithAny(name, credentials);
            var image = pulled(name, reference);
            events.pulled(pod, container, begin.until(execution.tick()), image.sizeBytes());
            return new Result.Present(image);
        } catch (RuntimeCallException failure) {
            failures.remember(pod, name, failure.reason());
            return missing(
                    new WaitReason.ImagePullFailed(container.getName(), name, failure.reason()),
                    true);
        }
    }

    /// With one credential after the other until the registry is content.
    private String pullWithAny(String name, List<RegistryCredential> credentials) {
        if (credentials.isEmpty()) {
            return images.pull(name);
        }
        var refusals = new ArrayList<RuntimeCallException>();
        for (var credential : credentials) {
            try {
                return images.pull(name, Optional.of(credential));
            } catch (RuntimeCallException refusal) {
                refusals.add(refusal);
            }
        }
        if (refusals.size() == 1) {
            throw refusals.getFirst();
        }
        var reasons = refusals.stream().map(RuntimeCallException::reason).distinct().toList();
        throw new RuntimeCallException(
                "PullImage",
                refusals.getFirst().code(),
                reasons.size() == 1 ? reasons.getFirst() : reasons.toString());
    }

    /// What is known of an image that was just pulled.
    private ImageService.LocalImage pulled(String name, String reference) {
        return images.find(name)
                .map(
                        image ->
                                new ImageService.LocalImage(
                                        reference, image.sizeBytes(), image.user()))
                .orElse(new ImageService.LocalImage(reference, 0, ImageService.ImageUser.ROOT));
    }

    private static Result missing(WaitReason reason, boolean pullFailed) {
        return new Result.Missing(reason, pullFailed);
    }
}
