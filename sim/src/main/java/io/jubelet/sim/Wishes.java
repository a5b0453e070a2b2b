package io.jubelet.sim;

import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// What the manifest folder and the API server have asked for, and since when: the other half of
/// the truth that invariants compare.
///
/// Thread: whoever holds the baton.
final class Wishes {
    /// A pod that comes back under its old uid may still be ended for its earlier removal; after
    /// this time it counts as any other.
    private static final Duration RETURN_SETTLES = Duration.ofMinutes(5);

    /// What stands for the file of a pod that has none.
    private static final String BOUND = "bound ";

    private final Set<PodUid> everBound = new LinkedHashSet<>();
    private final Map<String, Wish> byFile = new LinkedHashMap<>();
    private final Set<PodUid> everWanted = new LinkedHashSet<>();
    private final Map<PodUid, PodSketch> sketches = new LinkedHashMap<>();
    private final Map<String, Set<PodUid>> history = new LinkedHashMap<>();

    /// One file's pod.
    ///
    /// @param firm whether the file is as it should be; a spoilt file leaves its pod's fate open
    /// @param safeFrom from when on nobody has a reason to stop the pod's containers
    record Wish(PodSketch sketch, PodUid uid, boolean firm, Duration safeFrom) {}

    void want(String file, PodSketch sketch, PodUid uid, Duration now) {
        var returns = !everWanted.add(uid);
        sketches.put(uid, sketch);
        history.computeIfAbsent(file, _ -> new LinkedHashSet<>()).add(uid);
        byFile.put(file, new Wish(sketch, uid, true, returns ? now.plus(RETURN_SETTLES) : now));
        var rivals = rivals(sketch);
        if (rivals.size() > 1) {
            rivals.forEach(this::spoil);
        }
    }

    /// The API server has such a pod for this node.
    void bind(PodSketch sketch, PodUid uid, Duration now) {
        everBound.add(uid);
        want(BOUND + uid, sketch, uid, now);
    }

    /// Somebody deleted it, with that grace or its own.
    void unbind(PodUid uid, OptionalLong grace) {
        drop(BOUND + uid);
        grace.ifPresent(
                seconds ->
                        sketches.computeIfPresent(
                                uid, (_, sketch) -> sketch.withGraceAtMost(seconds)));
    }

    /// Whether the pod is or was one of the API server's.
    boolean isBound(PodUid uid) {
        return everBound.contains(uid);
    }

    /// The files that hold a pod of that name. Of several one counts; which is not told here.
    private List<String> rivals(PodSketch sketch) {
        return byFile.entrySet().stream()
                .filter(entry -> entry.getValue().sketch().name().equals(sketch.name()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// The file is there, but cannot be used.
    void spoil(String file) {
        byFile.computeIfPresent(
                file, (_, wish) -> new Wish(wish.sketch(), wish.uid(), false, wish.safeFrom()));
    }

    void drop(String file) {
        byFile.remove(file);
    }

    /// Everything that is or may be wanted.
    List<Wish> all() {
        return List.copyOf(byFile.values());
    }

    List<String> files() {
        return byFile.keySet().stream().filter(file -> !file.startsWith(BOUND)).toList();
    }

    Wish of(String file) {
        var wish = byFile.get(file);
        if (wish == null) {
            throw new IllegalArgumentException("no file " + file);
        }
        return wish;
    }

    Optional<Wish> find(PodUid uid) {
        return byFile.values().stream().filter(wish -> wish.uid().equals(uid)).findFirst();
    }

    /// Whether the pod is wanted, and has been for long enough that no earlier end touches it.
    boolean settled(PodUid uid, Duration now) {
        return find(uid)
                .filter(Wish::firm)
                .filter(wish -> wish.safeFrom().compareTo(now) <= 0)
                .isPresent();
    }

    /// Whether no file speaks for the pod. A spoilt file may stand for any pod that it held: nobody
    /// can tell which of them was read before it was spoilt.
    boolean nobodyWants(PodUid uid) {
        return find(uid).isEmpty()
                && byFile.entrySet().stream()
                        .filter(entry -> !entry.getValue().firm())
                        .noneMatch(e -> history.getOrDefault(e.getKey(), Set.of()).contains(uid));
    }

    /// The pod as it was when it was last wanted.
    Optional<PodSketch> sketch(PodUid uid) {
        return Optional.ofNullable(sketches.get(uid));
    }
}
