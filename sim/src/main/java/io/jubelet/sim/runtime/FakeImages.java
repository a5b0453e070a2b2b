package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.ImageService.ImageUser;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.runtime.ImageService.Space;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The images of the simulated runtime and of the registry behind it. Every image can be pulled,
/// quickly, unless told otherwise.
///
/// Thread: effects of the timeline.
public final class FakeImages {
    private static final Duration QUICK_PULL = Duration.ofMillis(300);
    private static final long SIZE_BYTES = 4_000_000;

    private final Map<String, LocalImage> local = new LinkedHashMap<>();
    private final Map<String, Duration> slow = new LinkedHashMap<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private final Set<String> pinned = new LinkedHashSet<>();
    private long capacityBytes = 1_000 * SIZE_BYTES;

    /// Puts the image on the machine.
    public void add(String image) {
        local.put(image, new LocalImage(reference(image), SIZE_BYTES, ImageUser.ROOT));
    }

    public void remove(String image) {
        local.remove(image);
    }

    /// From now on the runtime needs the image itself.
    public void pin(String image) {
        pinned.add(image);
    }

    /// From now on the disk has room for so many images, whatever is there.
    public void room(int count) {
        capacityBytes = count * SIZE_BYTES;
    }

    Space space() {
        return new Space(capacityBytes, Math.max(0, capacityBytes - local.size() * SIZE_BYTES));
    }

    void removeById(String id) {
        local.values().removeIf(image -> image.reference().equals(id));
    }

    /// Whether the image is on the machine.
    public boolean has(String image) {
        return local.containsKey(image);
    }

    /// From now on the registry does not know this image.
    public void unpullable(String image) {
        missing.add(image);
    }

    /// From now on the registry has this image.
    public void pullable(String image) {
        missing.remove(image);
    }

    public void pullsIn(String image, Duration time) {
        slow.put(image, time);
    }

    /// Whether a container can be made from the image, now or after a pull.
    public boolean available(String image) {
        return find(image).isPresent() || !missing.contains(image);
    }

    Optional<LocalImage> find(String image) {
        return Optional.ofNullable(local.get(image))
                .or(() -> local.values().stream().filter(i -> named(i, image)).findFirst());
    }

    List<ListedImage> list() {
        return local.entrySet().stream()
                .map(
                        image ->
                                new ListedImage(
                                        image.getValue().reference(),
                                        List.of(),
                                        List.of(image.getKey()),
                                        image.getValue().sizeBytes(),
                                        pinned.contains(image.getKey())))
                .toList();
    }

    Duration pullTime(String image) {
        return slow.getOrDefault(image, QUICK_PULL);
    }

    String pull(String image) {
        if (missing.contains(image)) {
            throw new RuntimeCallException(
                    "PullImage",
                    Code.NOT_FOUND,
                    "failed to pull and unpack image \"%s\": failed to resolve reference: not found"
                            .formatted(image));
        }
        add(image);
        return reference(image);
    }

    /// The image that a container is to be made from.
    String resolve(String image) {
        return find(image)
                .map(LocalImage::reference)
                .orElseThrow(
                        () ->
                                new RuntimeCallException(
                                        "CreateContainer",
                                        Code.NOT_FOUND,
                                        "failed to resolve image \"" + image + "\": not found"));
    }

    private static boolean named(LocalImage image, String name) {
        return image.reference().equals(name);
    }

    private static String reference(String image) {
        var digest = new StringBuilder("sha256:");
        for (var part = 0; part < 8; part++) {
            digest.append("%08x".formatted((image + part).hashCode()));
        }
        return digest.toString();
    }
}
