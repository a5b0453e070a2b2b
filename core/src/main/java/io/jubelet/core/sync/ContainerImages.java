package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.VolumeMount;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerSpec.MountedImage;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.volume.VolumeKind;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Makes sure that all images are here that a container starts with: those of its volumes, then its
/// own.
///
/// Owner of what was found for starts that still wait for another image: without it an image whose
/// policy is Always would be pulled again while the next one comes, and so on for ever. Of a pod
/// that leaves it is forgotten.
///
/// Thread: the pods' workers, each for its own pod.
/// Upstream: kuberuntime_manager.go getImageVolumes, toKubeContainerImageVolumes.
final class ContainerImages {
    private final ImagePuller puller;
    private final Map<PodUid, Map<String, LocalImage>> found = new ConcurrentHashMap<>();

    ContainerImages(ImagePuller puller) {
        this.puller = puller;
    }

    /// What became of it.
    sealed interface Result {
        /// @param image what the container is made from
        /// @param volumes those that it mounts, by the volume's name
        record Present(LocalImage image, Map<String, MountedImage> volumes) implements Result {
            public Present {
                volumes = Map.copyOf(volumes);
            }
        }

        /// @param failedPulls under which keys a pull has just failed
        record NotYet(WaitReason reason, List<String> failedPulls) implements Result {
            public NotYet {
                failedPulls = List.copyOf(failedPulls);
            }
        }
    }

    /// @param backOff in which failed pulls are counted
    Result ensure(DesiredPod pod, Container container, RestartBackOff backOff, Instant now) {
        var volumes = new LinkedHashMap<String, MountedImage>();
        var failedPulls = new ArrayList<String>();
        var reason = Optional.<WaitReason>empty();
        for (var need : volumes(pod, container)) {
            switch (held(pod, need, backOff, now)) {
                case ImagePuller.Result.Present(var image) ->
                        volumes.put(
                                need.volume().orElseThrow(),
                                new MountedImage(image.reference(), need.image(), ""));
                case ImagePuller.Result.Coming(var coming) -> reason = Optional.of(coming);
                case ImagePuller.Result.Missing(var why, var pullFailed) -> {
                    reason = Optional.of(why);
                    if (pullFailed) {
                        failedPulls.add(need.backOffKey());
                    }
                }
            }
        }
        return reason.<Result>map(why -> new Result.NotYet(why, failedPulls))
                .orElseGet(() -> own(pod, container, volumes, backOff, now));
    }

    private Result own(
            DesiredPod pod,
            Container container,
            Map<String, MountedImage> volumes,
            RestartBackOff backOff,
            Instant now) {
        var need = ImageNeed.of(container);
        return switch (puller.ensure(pod, need, backOff, now)) {
            case ImagePuller.Result.Present(var image) -> {
                volumes(pod, container).forEach(it -> forget(pod.uid(), it));
                yield new Result.Present(image, volumes);
            }
            case ImagePuller.Result.Coming(var reason) -> new Result.NotYet(reason, List.of());
            case ImagePuller.Result.Missing(var reason, var pullFailed) ->
                    new Result.NotYet(reason, pullFailed ? List.of(need.backOffKey()) : List.of());
        };
    }

    private ImagePuller.Result held(
            DesiredPod pod, ImageNeed need, RestartBackOff backOff, Instant now) {
        var key = key(need);
        var known = Optional.ofNullable(found.getOrDefault(pod.uid(), Map.of()).get(key));
        if (known.isPresent()) {
            return new ImagePuller.Result.Present(known.get());
        }
        var result = puller.ensure(pod, need, backOff, now);
        if (result instanceof ImagePuller.Result.Present(var image)) {
            found.computeIfAbsent(pod.uid(), _ -> new ConcurrentHashMap<>()).put(key, image);
        }
        return result;
    }

    private void forget(PodUid pod, ImageNeed need) {
        Optional.ofNullable(found.get(pod)).ifPresent(images -> images.remove(key(need)));
    }

    private static String key(ImageNeed need) {
        return need.part() + " " + need.image();
    }

    /// The pod needs no image any more.
    void leave(PodUid pod) {
        found.remove(pod);
        puller.leave(pod);
    }

    /// The images that the container mounts, each once.
    static List<ImageNeed> volumes(DesiredPod pod, Container container) {
        return container.getVolumeMountsList().stream()
                .map(VolumeMount::getName)
                .distinct()
                .flatMap(name -> volume(pod, container, name).stream())
                .toList();
    }

    private static Optional<ImageNeed> volume(DesiredPod pod, Container container, String name) {
        return pod.pod().getSpec().getVolumesList().stream()
                .filter(volume -> volume.getName().equals(name))
                .map(VolumeKind::of)
                .filter(VolumeKind.Image.class::isInstance)
                .map(VolumeKind.Image.class::cast)
                .map(image -> ImageNeed.of(container, name, image))
                .findFirst();
    }
}
