package io.jubelet.core.status;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.model.pod.PodNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Decides which copies of static pods the API server has to get or to lose. Pure.
///
/// Upstream: kubelet.go tryReconcileMirrorPods, pod/mirror_client.go, kubelet_pods.go
/// deleteOrphanedMirrorPods.
public final class MirrorPlanner {
    private MirrorPlanner() {}

    /// All that is decided upon.
    ///
    /// @param statics the static pods that a source has
    /// @param ending full names of static pods that left their source and have not ended yet
    /// @param living full names of static pods that were seen to have not ended
    /// @param mirrors the copies that the API server has on this node
    /// @param allHeard whether every source has been heard: before that no copy is an orphan
    /// @param node this node's name and the uid of its object, if it is there and not being deleted
    public record Situation(
            List<DesiredPod> statics,
            Set<String> ending,
            Set<String> living,
            List<Pod> mirrors,
            boolean allHeard,
            Optional<NodeReference> node) {
        public Situation {
            statics = List.copyOf(statics);
            ending = Set.copyOf(ending);
            living = Set.copyOf(living);
            mirrors = List.copyOf(mirrors);
        }
    }

    /// The node object that owns the copies.
    public record NodeReference(String name, String uid) {}

    public static List<MirrorAction> plan(Situation now) {
        var actions = new ArrayList<MirrorAction>();
        var statics = new LinkedHashMap<String, DesiredPod>();
        now.statics().forEach(pod -> statics.put(pod.identity().fullName(), pod));
        Map<String, Pod> good = new LinkedHashMap<>();
        for (var mirror : now.mirrors()) {
            var fullName = PodNames.fullName(mirror);
            if (now.ending().contains(fullName)) {
                // Until the old pod has ended the copy is its own, whatever comes after it.
                good.put(fullName, mirror);
                continue;
            }
            var original = Optional.ofNullable(statics.get(fullName));
            var outlived =
                    now.living().contains(fullName) && Phase.isFinal(mirror.getStatus().getPhase());
            if (original.isPresent() && isGood(mirror, original.get()) && !outlived) {
                good.put(fullName, mirror);
            } else if (original.isPresent() || now.allHeard()) {
                actions.add(deletion(mirror));
            }
        }
        if (now.node().isPresent()) {
            statics.forEach(
                    (fullName, pod) -> {
                        if (!good.containsKey(fullName) && !now.ending().contains(fullName)) {
                            actions.add(new MirrorAction.Create(mirror(pod, now.node().get())));
                        }
                    });
        }
        return actions;
    }

    /// Whether it may stay. The copy of a pod that ended and lives again may not: what it says is
    /// final, and never goes back.
    private static boolean isGood(Pod mirror, DesiredPod original) {
        return !mirror.getMetadata().hasDeletionTimestamp() && isMirrorOf(mirror, original.pod());
    }

    /// Whether this is the copy of this very pod, not of another version of it.
    static boolean isMirrorOf(Pod mirror, Pod original) {
        return mirror.getMetadata()
                .getAnnotationsOrDefault(PodNames.CONFIG_MIRROR, "")
                .equals(original.getMetadata().getAnnotationsOrDefault(PodNames.CONFIG_HASH, "?"));
    }

    private static MirrorAction deletion(Pod mirror) {
        var metadata = mirror.getMetadata();
        return new MirrorAction.Delete(
                new ObjectName(metadata.getNamespace(), metadata.getName()), metadata.getUid());
    }

    private static Pod mirror(DesiredPod original, NodeReference node) {
        var mirror = original.pod().toBuilder();
        var metadata = mirror.getMetadataBuilder();
        metadata.putAnnotations(
                        PodNames.CONFIG_MIRROR,
                        metadata.getAnnotationsOrDefault(PodNames.CONFIG_HASH, ""))
                .clearOwnerReferences();
        metadata.addOwnerReferencesBuilder()
                .setApiVersion("v1")
                .setKind("Node")
                .setName(node.name())
                .setUid(node.uid())
                .setController(true);
        return mirror.build();
    }
}
