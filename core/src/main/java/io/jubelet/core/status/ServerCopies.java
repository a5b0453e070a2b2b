package io.jubelet.core.status;

import io.jubelet.api.core.Pod;
import io.jubelet.model.pod.PodNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of this node as the API server has them: what was heard of it, and what it answered to
/// our own writes, whichever is newer.
///
/// Thread: whoever holds its owner's lock.
final class ServerCopies {
    private Map<String, Pod> there = Map.of();
    private Map<String, Pod> mirrors = Map.of();

    /// All of them, mirrors among them; answers which are other than they were: a mirror by its
    /// full name, every other pod by its uid.
    Set<String> heard(List<Pod> pods) {
        var newest = new HashMap<String, Pod>();
        var newestMirrors = new HashMap<String, Pod>();
        var changed = new HashSet<String>();
        for (var pod : pods) {
            var uid = pod.getMetadata().getUid();
            var known = Optional.ofNullable(there.get(uid));
            var best =
                    known.filter(held -> !sameVersion(held, pod) && version(held) > version(pod))
                            .orElse(pod);
            newest.put(uid, best);
            var mirror = PodNames.isMirror(best);
            if (mirror) {
                newestMirrors.put(PodNames.fullName(best), best);
            }
            if (known.filter(held -> sameVersion(held, best)).isEmpty()) {
                changed.add(mirror ? PodNames.fullName(best) : uid);
            }
        }
        there = newest;
        mirrors = newestMirrors;
        return changed;
    }

    /// The server answered so; one that was heard of since is newer.
    void learn(Pod pod) {
        var uid = pod.getMetadata().getUid();
        var held = there.get(uid);
        if (held == null || version(held) > version(pod)) {
            return;
        }
        there = new HashMap<>(there);
        there.put(uid, pod);
        if (PodNames.isMirror(pod)) {
            mirrors = new HashMap<>(mirrors);
            mirrors.put(PodNames.fullName(pod), pod);
        }
    }

    void forget(String uid) {
        there = new HashMap<>(there);
        there.remove(uid);
        mirrors = new HashMap<>(mirrors);
        mirrors.values().removeIf(mirror -> mirror.getMetadata().getUid().equals(uid));
    }

    /// The one that a pod's status belongs to; a static pod's is its mirror, if that is one of this
    /// very pod.
    Optional<Pod> of(PodView view) {
        var desired = view.desired();
        if (desired.isPresent() && PodNames.isStatic(desired.get())) {
            return Optional.ofNullable(mirrors.get(view.identity().fullName()))
                    .filter(mirror -> MirrorPlanner.isMirrorOf(mirror, desired.get()));
        }
        return Optional.ofNullable(there.get(view.identity().uid().value()));
    }

    private static boolean sameVersion(Pod one, Pod other) {
        return one.getMetadata()
                .getResourceVersion()
                .equals(other.getMetadata().getResourceVersion());
    }

    /// Versions of one object grow; one that is no number is as good as any.
    private static long version(Pod pod) {
        var text = pod.getMetadata().getResourceVersion();
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException other) {
            return 0;
        }
    }
}
