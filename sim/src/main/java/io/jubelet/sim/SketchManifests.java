package io.jubelet.sim;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.source.Manifests;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads back the manifests of [PodSketch]es that were written before; any other text is wrong.
///
/// Thread: whoever holds the baton.
final class SketchManifests implements Manifests {
    private final Map<String, DesiredPod> known = new LinkedHashMap<>();

    String text(PodSketch sketch) {
        var text = sketch.text();
        known.computeIfAbsent(text, _ -> new DesiredPod(sketch.pod()));
        return text;
    }

    @Override
    public Decoded decode(String path, String text) {
        return Optional.ofNullable(known.get(text))
                .map(pod -> new Decoded(List.of(pod), Optional.empty()))
                .orElseGet(() -> new Decoded(List.of(), Optional.of("it is not a pod")));
    }
}
