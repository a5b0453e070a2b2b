package io.jubelet.sim;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.Manifests;
import io.jubelet.core.source.StaticPodManifests;
import io.jubelet.model.staticpod.StaticPods;
import io.jubelet.model.validation.ValidationOptions;
import io.jubelet.sim.host.FakeManifestFolder;
import java.util.LinkedHashMap;
import java.util.Map;

/// Knows which uid the agent gives to the pod of a manifest: it reads the text as the agent does.
///
/// Thread: whoever holds the baton.
final class SketchUids {
    static final String NODE = "node";

    private final Manifests manifests;
    private final Map<String, PodUid> known = new LinkedHashMap<>();

    SketchUids(Execution execution) {
        this.manifests = manifests(execution);
    }

    static Manifests manifests(Execution execution) {
        var staticPods = new StaticPods(NODE, true, ValidationOptions.defaults());
        return new StaticPodManifests(staticPods, execution);
    }

    PodUid of(String file, PodSketch sketch) {
        var text = sketch.text();
        return known.computeIfAbsent(file + "\n" + text, _ -> read(file, text));
    }

    private PodUid read(String file, String text) {
        var decoded = manifests.decode(FakeManifestFolder.path(file), text);
        if (decoded.pods().size() != 1) {
            throw new IllegalArgumentException(decoded.problem() + " in\n" + text);
        }
        return decoded.pods().getFirst().uid();
    }
}
