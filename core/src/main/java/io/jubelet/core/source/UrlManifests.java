package io.jubelet.core.source;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodList;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What an address answers as the static pods of this node: one pod, or a list of them, all or
/// none.
///
/// Thread: any; pure but for the time of reading, which becomes an annotation.
/// Upstream: config/http.go, config/common.go tryDecodeSinglePod, tryDecodePodList. The answer
/// itself is not shown when it cannot be read: it may hold what nobody should see.
public final class UrlManifests implements Manifests {
    private final StaticPods staticPods;
    private final Execution execution;

    public UrlManifests(StaticPods staticPods, Execution execution) {
        this.staticPods = staticPods;
        this.execution = execution;
    }

    @Override
    public Decoded decode(String url, String text) {
        try {
            var documents = Yaml.documents(url, text.getBytes(StandardCharsets.UTF_8));
            if (documents.size() != 1) {
                return Decoded.wrong(
                        "%s: expected one document, found %d".formatted(url, documents.size()));
            }
            return decode(url, documents.getFirst());
        } catch (DecodeException problem) {
            return Decoded.wrong(String.valueOf(problem.getMessage()));
        }
    }

    private Decoded decode(String url, Tree document) {
        var kind = document instanceof Tree.Mapping root ? root.text("kind").orElse("") : "";
        var version =
                document instanceof Tree.Mapping root ? root.text("apiVersion").orElse("") : "";
        if (version.equals("v1") && kind.equals("Pod")) {
            var pod = MessageReader.read(document, Pod.getDefaultInstance(), Strictness.LENIENT);
            return accept(url, List.of(pod.message()), List.of(document));
        }
        if (version.equals("v1") && kind.equals("PodList")) {
            var list =
                    MessageReader.read(document, PodList.getDefaultInstance(), Strictness.LENIENT);
            return accept(url, list.message().getItemsList(), items(document));
        }
        return Decoded.wrong(
                "%s: expected apiVersion v1 and kind Pod or PodList, found \"%s\" and \"%s\""
                        .formatted(url, version, kind));
    }

    /// As many as there are pods in it.
    private static List<Tree> items(Tree list) {
        return list instanceof Tree.Mapping root
                        && root.find("items").orElse(list) instanceof Tree.Sequence items
                ? items.items()
                : List.of();
    }

    private Decoded accept(String url, List<Pod> pods, List<Tree> written) {
        var accepted = new ArrayList<DesiredPod>();
        var source = new ManifestSource.Url(url);
        for (var index = 0; index < pods.size(); index++) {
            var pod = pods.get(index);
            switch (staticPods.fromManifest(pod, written.get(index), source, execution.now())) {
                case StaticPodResult.Accepted good -> accepted.add(new DesiredPod(good.pod()));
                case StaticPodResult.Rejected bad -> {
                    return Decoded.wrong(url + ": " + bad.reason());
                }
            }
        }
        return new Decoded(accepted, Optional.empty());
    }
}
