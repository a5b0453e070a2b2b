package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.PullState;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.waiting.ImagePulling;
import io.jubelet.core.waiting.PullQueued;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.model.image.ImageReference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Makes sure that a container's image is on this machine, as its pull policy says. Never waits for
/// a pull: while one is under way, that is the answer.
///
/// Thread: the pod's worker.
/// Upstream: images/image_manager.go EnsureImageExists.
final class ImagePuller {
    private final ImagePulls pulls;
    private final ImageService images;
    private final PullSecrets secrets;
    private final PodEvents events;
    private final PullFailures failures = new PullFailures();

    ImagePuller(ImagePulls pulls, PullSecrets secrets, PodEvents events) {
        this.pulls = pulls;
        this.images = pulls.images();
        this.secrets = secrets;
        this.events = events;
    }

    /// What became of it.
    sealed interface Result {
        /// @param image what the container is made from
        record Present(LocalImage image) implements Result {}

        /// It is being pulled; the pod is poked when that is over.
        record Coming(WaitReason.OfPull reason) implements Result {}

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

    /// The pod needs no image any more.
    void leave(PodUid pod) {
        pulls.leave(pod);
    }

    private Result find(DesiredPod pod, Container container, RestartBackOff backOff, Instant now) {
        var name = container.getImage();
        var parsed = ImageReference.parse(name);
        if (parsed.isEmpty()) {
            return missing(new WaitReason.InvalidImageName(container.getName(), name), false);
        }
        var image = withTag(name, parsed.get());
        var asked = pulls.look(new ImagePulls.Wish(pod.uid(), container.getName()), image);
        if (asked.isPresent()) {
            return answer(pod, container, image, asked.get());
        }
        var policy = container.getImagePullPolicy();
        if (!policy.equals("Always")) {
            Optional<LocalImage> found;
            try {
                found = images.find(image);
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
        return switch (secrets.find(pod, parsed.get().repository())) {
            case PullSecrets.Answer.NotYet(var problem) ->
                    missing(
                            new WaitReason.ContainerConfigFailed(
                                    container.getName(), problem.message(), Optional.of(problem)),
                            false);
            case PullSecrets.Answer.Known(var credentials, var unusable) -> {
                if (!unusable.isEmpty()) {
                    events.pullSecretsUnusable(pod, unusable);
                }
                yield pull(pod, container, image, parsed.get().repository(), credentials);
            }
        };
    }

    /// The runtime is asked for a whole name, but never for another registry than was written.
    private static String withTag(String name, ImageReference parsed) {
        var tag = ":" + parsed.tag();
        return parsed.digest().isEmpty() && !name.endsWith(tag) ? name + tag : name;
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
        return RestartBackOff.PULL + container.getImage();
    }

    private Result pull(
            DesiredPod pod,
            Container container,
            String image,
            String repository,
            List<RegistryCredential> credentials) {
        failures.forget(pod, container.getImage());
        events.pulling(pod, container);
        var order =
                new ImagePulls.Order(
                        pod.identity(), container.getName(), image, repository, credentials);
        return answer(pod, container, image, pulls.begin(order));
    }

    private Result answer(DesiredPod pod, Container container, String image, PullState state) {
        var name = container.getImage();
        return switch (state) {
            case PullState.Queued(var behind, var ahead) ->
                    new Result.Coming(new PullQueued(container.getName(), name, behind, ahead));
            case PullState.Running _ ->
                    new Result.Coming(new ImagePulling(container.getName(), name));
            case PullState.Refused(var reason) -> {
                failures.remember(pod, name, reason);
                yield missing(
                        new WaitReason.ImagePullFailed(container.getName(), name, reason), true);
            }
            case PullState.Pulled pulled -> {
                events.pulled(pod, container, pulled);
                yield pulled(container, image, pulled);
            }
        };
    }

    /// What is known of an image that was just pulled.
    private Result pulled(Container container, String image, PullState.Pulled pulled) {
        Optional<LocalImage> found;
        try {
            found = pulled.image().isPresent() ? pulled.image() : images.find(image);
        } catch (RuntimeCallException failure) {
            return inspectFailed(container, failure);
        }
        return new Result.Present(
                found.map(it -> new LocalImage(pulled.reference(), it.sizeBytes(), it.user()))
                        .orElse(
                                new LocalImage(
                                        pulled.reference(), 0, ImageService.ImageUser.ROOT)));
    }

    private static Result missing(WaitReason reason, boolean pullFailed) {
        return new Result.Missing(reason, pullFailed);
    }
}
