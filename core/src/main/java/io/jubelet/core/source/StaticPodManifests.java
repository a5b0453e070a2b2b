package io.jubelet.core.source;

import io.jubelet.api.core.Pod;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Yaml;
import io.jubelet.model.staticpod.ManifestSource;
import io.jubelet.model.staticpod.StaticPodResult;
import io.jubelet.model.staticpod.StaticPods;
import java.nio.charset.StandardCharsets;

/// Manifest files as the static pods of this node.
///
/// Thread: any; pure but for the time of reading, which becomes an annotation.
/// Upstream: config/common.go tryDecodeSinglePod. A file with several documents is refused here,
/// where upstream takes the first and is silent about the rest.
public final class StaticPodManifests implements Manifests {
    private final StaticPods staticPods;
    private final Execution execution;

    public StaticPodManifests(StaticPods staticPods, Execution execution) {
        this.staticPods = staticPods;
        this.execution = execution;
    }

    @Override
    public Decoded decode(String path, String text) {
        try {
            var documents = Yaml.documents(path, text.getBytes(StandardCharsets.UTF_8));
            return switch (documents.size()) {
                case 0 -> Decoded.wrong(path + ": the file is empty");
                case 1 -> decode(path, documents.getFirst());
                default ->
                        Decoded.wrong(
                                path
                                        + ": a manifest holds one pod, but this file has "
                                        + documents.size()
                                        + " documents");
            };
        } catch (DecodeException problem) {
            return Decoded.wrong(String.valueOf(problem.getMessage()));
        }
    }

    private Decoded decode(String path, Tree document) {
        var decoded = MessageReader.read(document, Pod.getDefaultInstance(), Strictness.LENIENT);
        if (!decoded.apiVersion().equals("v1") || !decoded.kind().equals("Pod")) {
            return Decoded.wrong(
                    "%s: expected apiVersion v1 and kind Pod, found \"%s\" and \"%s\""
                            .formatted(path, decoded.apiVersion(), decoded.kind()));
        }
        var source = new ManifestSource.File(path);
        return switch (staticPods.fromManifest(
                decoded.message(), document, source, execution.now())) {
            case StaticPodResult.Accepted accepted -> Decoded.of(new DesiredPod(accepted.pod()));
            case StaticPodResult.Rejected rejected ->
                    Decoded.wrong(path + ": " + rejected.reason());
        };
    }
}
