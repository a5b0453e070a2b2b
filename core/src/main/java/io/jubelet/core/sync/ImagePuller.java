package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.image.PullState;
import io.jubelet.core.image.PullTrust;
import io.jubelet.core.image.PullingPod;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.PullSource;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.waiting.ImagePulling;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.core.waiting.PullQueued;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.model.image.ImageReference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Makes sure that an image is on this machine, as its pull policy says. Never waits for
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

    /// Whose last claim on an image that is here was in vain.
    private final Set<ImagePulls.Wish> refused = ConcurrentHashMap.newKeySet();

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

    /// @param backOff in which failed pulls are counted under [ImageNeed#backOffKey]
    Result ensure(DesiredPod pod, ImageNeed need, RestartBackOff backOff, Instant now) {
        var result = find(pod, need, backOff, now);
        if (result instanceof Result.Missing missing) {
            events.imageMissing(pod, need, missing.reason());
        }
        return result;
    }

    /// The pod needs no image any more.
    void leave(PodUid pod) {
        pulls.leave(pod);
        refused.removeIf(it -> it.pod().equals(pod));
    }

    private Result find(DesiredPod pod, ImageNeed need, RestartBackOff backOff, Instant now) {
        var name = need.image();
        var parsed = ImageReference.parse(name);
        if (parsed.isEmpty()) {
            return missing(need, new WaitReason.InvalidImageName(need.container(), name), false);
        }
        var image = withTag(name, parsed.get());
        var asked = pulls.look(wish(pod, need), image);
        var inVain = asked.filter(PullState.NotEntitled.class::isInstance).isPresent();
        if (inVain) {
            refused.add(wish(pod, need));
        } else if (asked.isPresent()) {
            return answer(pod, need, image, asked.get());
        }
        var policy = need.policy();
        var later = backOff.retryAfterLast(need.backOffKey(), now).isPresent();
        if (!policy.equals("Always")) {
            Optional<LocalImage> found;
            try {
                found = images.find(image);
            } catch (RuntimeCallException failure) {
                return inspectFailed(need, failure);
            }
            var usable =
                    found.filter(_ -> !inVain)
                            .flatMap(it -> use(pod, need, image, it, parsed.get(), later));
            if (usable.isPresent()) {
                return usable.get();
            }
            // Whether it is not here or not for this pod is nobody's business.
            if (policy.equals("Never")) {
                return missing(need, new WaitReason.ImageNeverPull(need.container(), name), false);
            }
        }
        if (later) {
            var failure = failures.recall(pod, name);
            return missing(
                    need, new WaitReason.ImagePullBackOff(need.container(), name, failure), false);
        }
        return switch (secrets.find(pod, parsed.get().repository())) {
            case PullSecrets.Answer.NotYet(var problem) -> notYet(need, problem);
            case PullSecrets.Answer.Known(var credentials, var unusable) -> {
                if (!unusable.isEmpty()) {
                    events.pullSecretsUnusable(pod, unusable);
                }
                failures.forget(pod, need.image());
                events.pulling(pod, need);
                var repository = parsed.get().repository();
                yield begin(pod, need, image, repository, credentials, Optional.empty());
            }
        };
    }

    /// The image that is here, if the pod has a right to it; empty if it has to pull it.
    ///
    /// @param later whether it could not be pulled yet: then no program is asked for credentials
    private Optional<Result> use(
            DesiredPod pod,
            ImageNeed need,
            String named,
            LocalImage image,
            ImageReference parsed,
            boolean later) {
        return switch (pulls.trust().mayUse(need.image(), image.reference())) {
            case PullTrust.Answer.Yes _ -> Optional.of(present(pod, need, image));
            case PullTrust.Answer.No _ -> Optional.empty();
            case PullTrust.Answer.Holders(var right, var accounts) ->
                    switch (secrets.find(pod, parsed.repository())) {
                        case PullSecrets.Answer.NotYet(var problem) ->
                                Optional.of(notYet(need, problem));
                        case PullSecrets.Answer.Known(var credentials, _) -> {
                            if (right.test(sources(credentials))) {
                                yield Optional.of(present(pod, need, image));
                            }
                            var repository = parsed.repository();
                            var claim = Optional.of(new ImagePulls.Claim(image, right));
                            yield accounts && !later && pulls.asksAccounts(puller(pod), repository)
                                    ? Optional.of(
                                            begin(pod, need, named, repository, credentials, claim))
                                    : Optional.empty();
                        }
                    };
        };
    }

    private static ImagePulls.Wish wish(DesiredPod pod, ImageNeed need) {
        return new ImagePulls.Wish(pod.uid(), need.part());
    }

    private static PullingPod puller(DesiredPod pod) {
        return PullingPod.of(pod.identity(), pod.pod().getSpec().getServiceAccountName());
    }

    private Result present(DesiredPod pod, ImageNeed need, LocalImage image) {
        events.imagePresent(pod, need, pulls.trust().checks());
        return new Result.Present(image);
    }

    private static List<PullSource> sources(List<RegistryCredential> credentials) {
        return credentials.stream().flatMap(it -> it.source().stream()).toList();
    }

    private static Result notYet(ImageNeed need, ObjectProblem problem) {
        return missing(
                need,
                new WaitReason.ContainerConfigFailed(
                        need.container(), problem.message(), Optional.of(problem)),
                false);
    }

    /// The runtime is asked for a whole name, but never for another registry than was written.
    private static String withTag(String name, ImageReference parsed) {
        var tag = ":" + parsed.tag();
        return parsed.digest().isEmpty() && !name.endsWith(tag) ? name + tag : name;
    }

    /// A runtime that is away says nothing about the image.
    private static Result inspectFailed(ImageNeed need, RuntimeCallException failure) {
        if (failure.code() == RuntimeCallException.Code.UNAVAILABLE) {
            throw failure;
        }
        return missing(
                need, new WaitReason.ImageInspectFailed(need.container(), failure.reason()), false);
    }

    private Result begin(
            DesiredPod pod,
            ImageNeed need,
            String image,
            String repository,
            List<RegistryCredential> credentials,
            Optional<ImagePulls.Claim> claim) {
        var order =
                new ImagePulls.Order(
                        puller(pod),
                        need.part(),
                        need.image(),
                        image,
                        repository,
                        credentials,
                        claim);
        return answer(pod, need, image, pulls.begin(order));
    }

    private Result answer(DesiredPod pod, ImageNeed need, String image, PullState state) {
        var name = need.image();
        return switch (state) {
            case PullState.Queued(var behind, var ahead) ->
                    new Result.Coming(
                            need.told(new PullQueued(need.container(), name, behind, ahead)));
            // What is told of a claim that was in vain stays while it is looked into once more.
            case PullState.Running _ ->
                    need.policy().equals("Never") && refused.contains(wish(pod, need))
                            ? missing(
                                    need,
                                    new WaitReason.ImageNeverPull(need.container(), name),
                                    false)
                            : new Result.Coming(
                                    need.told(new ImagePulling(need.container(), name)));
            case PullState.Refused(var reason) -> {
                failures.remember(pod, name, reason);
                yield missing(
                        need, new WaitReason.ImagePullFailed(need.container(), name, reason), true);
            }
            case PullState.Entitled(var here) -> {
                refused.remove(wish(pod, need));
                yield present(pod, need, here);
            }
            case PullState.NotEntitled _ ->
                    missing(need, new WaitReason.ImageNeverPull(need.container(), name), false);
            case PullState.Pulled pulled -> {
                events.pulled(pod, need, pulled);
                yield pulled(need, image, pulled);
            }
        };
    }

    /// What is known of an image that was just pulled.
    private Result pulled(ImageNeed need, String image, PullState.Pulled pulled) {
        Optional<LocalImage> found;
        try {
            found = pulled.image().isPresent() ? pulled.image() : images.find(image);
        } catch (RuntimeCallException failure) {
            return inspectFailed(need, failure);
        }
        return new Result.Present(
                found.map(it -> new LocalImage(pulled.reference(), it.sizeBytes(), it.user()))
                        .orElse(
                                new LocalImage(
                                        pulled.reference(), 0, ImageService.ImageUser.ROOT)));
    }

    private static Result missing(
            ImageNeed need, WaitReason.OfContainer reason, boolean pullFailed) {
        return new Result.Missing(need.told(reason), pullFailed);
    }
}
