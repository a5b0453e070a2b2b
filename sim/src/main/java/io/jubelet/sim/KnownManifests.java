package io.jubelet.sim;

import io.jubelet.api.core.Pod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.Manifests;
import io.jubelet.core.source.StaticPodManifests;
import io.jubelet.model.staticpod.StaticPods;
import io.jubelet.model.validation.ValidationOptions;
import io.jubelet.sim.host.FakeManifestFolder;
import java.util.LinkedHashMap;
import java.util.Map;

/// The agent's own reading of manifests, each text read once a run: reading them again after every
/// crash would cost more than all the rest of a simulation. It also tells the uid that the agent
/// gives to the pod of a manifest.
///
/// Thread: whoever holds the baton.
final class KnownManifests implements Manifests {
    static final String NODE = "node";

    private final Manifests manifests;
    private final Map<String, Decoded> known = new LinkedHashMap<>();

    KnownManifests(Execution execution) {
        var staticPods = new StaticPods(NODE, true, ValidationOptions.defaults());
        this.manifests = new StaticPodManifests(staticPods, execution);
    }

    @Override
    public Decoded decode(String path, String text) {
        return known.computeIfAbsent(path + "\n" + text, _ -> manifests.decode(path, text));
    }

    /// The pod as the API server would be given it.
    Pod pod(PodSketch sketch) {
        var decoded = decode(FakeManifestFolder.path("bound.yaml"), sketch.text());
        var pod = decoded.pods().getFirst().pod().toBuilder();
        pod.getMetadataBuilder()
                .setName(sketch.name())
                .clearUid()
                .clearAnnotations()
                .clearCreationTimestamp();
        // A static pod tolerates everything; this one is like any other.
        pod.getSpecBuilder().clearTolerations();
        return pod.clearStatus().build();
    }

    PodUid uid(String file, PodSketch sketch) {
        var decoded = decode(FakeManifestFolder.path(file), sketch.text());
        if (decoded.pods().size() != 1) {
            throw new IllegalArgumentException(decoded.problem() + " in\n" + sketch.text());
        }
        return decoded.pods().getFirst().uid();
    }
}
