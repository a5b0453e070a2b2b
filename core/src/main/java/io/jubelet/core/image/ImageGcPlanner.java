package io.jubelet.core.image;

import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.ImageService.Space;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Which images may go, and in which order. Pure.
///
/// Times are counted from the agent's start, so that a wall clock that is set ages no image.
/// Upstream: images/image_gc_manager.go. Intended difference: an image that was never used is as
/// old as its being here, where upstream takes it for older than anything.
final class ImageGcPlanner {
    private ImageGcPlanner() {}

    /// What is remembered of an image.
    ///
    /// @param seen when it was first there
    /// @param used when a container last had it; empty for never
    record Known(
            Duration seen, Optional<Duration> used, boolean inUse, boolean pinned, long sizeBytes) {
        Duration lastWanted() {
            return used.filter(it -> it.compareTo(seen) > 0).orElse(seen);
        }
    }

    /// An image that nobody would miss now.
    record Candidate(String id, Known known) {}

    /// What is remembered after a look; what is gone is forgotten.
    ///
    /// @param inUse every name by which some container's image goes
    static Map<String, Known> observed(
            Map<String, Known> before, List<ListedImage> images, Set<String> inUse, Duration now) {
        var known = new LinkedHashMap<String, Known>();
        for (var image : images) {
            var old = Optional.ofNullable(before.get(image.id()));
            var used = names(image).anyMatch(inUse::contains);
            known.put(
                    image.id(),
                    new Known(
                            old.map(Known::seen).orElse(now),
                            used ? Optional.of(now) : old.flatMap(Known::used),
                            used,
                            image.pinned(),
                            image.sizeBytes()));
        }
        return known;
    }

    private static Stream<String> names(ListedImage image) {
        return Stream.of(Stream.of(image.id()), image.digests().stream(), image.tags().stream())
                .flatMap(names -> names);
    }

    /// Those that neither run nor are pinned, first the one that was used longest ago.
    static List<Candidate> candidates(Map<String, Known> known) {
        return known.entrySet().stream()
                .filter(entry -> !entry.getValue().inUse() && !entry.getValue().pinned())
                .map(entry -> new Candidate(entry.getKey(), entry.getValue()))
                .sorted(
                        Comparator.comparing(
                                        (Candidate it) ->
                                                it.known().used().orElse(Duration.ofSeconds(-1)))
                                .thenComparing(it -> it.known().seen())
                                .thenComparing(Candidate::id))
                .toList();
    }

    /// Those that have been unused for too long. An agent that has not been there that long knows
    /// of none.
    static List<Candidate> tooOld(
            List<Candidate> candidates, CollectionSettings settings, Duration now) {
        var longest = settings.maximumAge();
        if (longest.isZero() || now.compareTo(longest) <= 0) {
            return List.of();
        }
        return candidates.stream()
                .filter(it -> now.minus(it.known().lastWanted()).compareTo(longest) > 0)
                .toList();
    }

    /// Those that have been here long enough to be removed for their space.
    static List<Candidate> removable(
            List<Candidate> candidates, CollectionSettings settings, Duration now) {
        return candidates.stream()
                .filter(it -> now.minus(it.known().seen()).compareTo(settings.minimumAge()) >= 0)
                .toList();
    }

    /// How full the disk is, in percent.
    static int usedPercent(Space space) {
        var available = Math.min(space.availableBytes(), space.capacityBytes());
        return 100 - (int) (available * 100 / space.capacityBytes());
    }

    /// How much is to be freed; zero if there is room enough.
    static long excess(Space space, CollectionSettings settings) {
        if (usedPercent(space) < settings.highPercent()) {
            return 0;
        }
        var available = Math.min(space.availableBytes(), space.capacityBytes());
        return space.capacityBytes() * (100 - settings.lowPercent()) / 100 - available;
    }
}
