package io.jubelet.model.staticpod;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.Toleration;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.defaulting.PodDefaults;
import io.jubelet.model.pod.PodNames;
import io.jubelet.model.validation.PodValidator;
import io.jubelet.model.validation.ValidationOptions;
import io.jubelet.model.validation.Violation;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Makes the pod that this node runs for a manifest.
///
/// ```
///  decoded ─ defaults ─ uid ─ name, namespace, node ─ validate ─ references ─ annotate ─▶ pod
/// ```
///
/// Thread: any; pure, the time is passed in.
///
/// Upstream: kubelet/config/common.go applyDefaults, tryDecodeSinglePod. Difference: the time a pod
/// was first seen is written in UTC.
public final class StaticPods {
    private static final Toleration STAY =
            Toleration.newBuilder().setOperator("Exists").setEffect("NoExecute").build();

    private final String nodeName;
    private final boolean preventReferences;
    private final ValidationOptions options;

    /// @param nodeName the node that runs the pods
    /// @param preventReferences the gate PreventStaticPodAPIReferences
    /// @param options the gates that change what is valid
    public StaticPods(String nodeName, boolean preventReferences, ValidationOptions options) {
        this.nodeName = nodeName;
        this.preventReferences = preventReferences;
        this.options = options;
    }

    /// The pod of one manifest under v1.36's default gates.
    public static StaticPodResult fromManifest(
            Pod decoded, ManifestSource source, String nodeName, Instant seen) {
        return new StaticPods(nodeName, true, ValidationOptions.defaults())
                .fromManifest(decoded, source, seen);
    }

    /// The pod of one manifest of which nobody knows how it was written.
    ///
    /// @param decoded the manifest, without any default
    public StaticPodResult fromManifest(Pod decoded, ManifestSource source, Instant seen) {
        return fromManifest(decoded, GoDump::of, source, seen);
    }

    /// The pod of one manifest, or why there is none.
    ///
    /// @param decoded the manifest, without any default
    /// @param written the same before it was decoded: the uid is another one if it is written in
    ///     other words
    /// @param seen when the manifest was first read; only an annotation, never part of the uid
    public StaticPodResult fromManifest(
            Pod decoded, Tree written, ManifestSource source, Instant seen) {
        return fromManifest(decoded, pod -> GoDump.of(pod, written), source, seen);
    }

    private StaticPodResult fromManifest(
            Pod decoded, Function<Pod, String> dump, ManifestSource source, Instant seen) {
        if (decoded.getMetadata().getName().isEmpty()) {
            return new StaticPodResult.Rejected("invalid pod: name is needed for the pod");
        }
        Pod defaulted = PodDefaults.apply(decoded, options.podLevelResources());
        Pod pod = onThisNode(defaulted, dump, source);
        List<Violation> violations = PodValidator.validate(pod, options);
        if (!violations.isEmpty()) {
            return new StaticPodResult.Rejected("invalid pod: " + list(violations));
        }
        Optional<String> refusal =
                preventReferences
                        ? ApiReferences.refusal(pod.getSpec())
                        : ApiReferences.refusalWithoutGate(pod.getSpec());
        return refusal.<StaticPodResult>map(StaticPodResult.Rejected::new)
                .orElseGet(() -> new StaticPodResult.Accepted(annotated(pod, source, seen)));
    }

    private Pod onThisNode(Pod defaulted, Function<Pod, String> dump, ManifestSource source) {
        ObjectMeta written = defaulted.getMetadata();
        String uid =
                written.getUid().isEmpty()
                        ? PodDigest.of(dump.apply(defaulted), source, nodeName)
                        : written.getUid();
        Pod.Builder pod = defaulted.toBuilder();
        pod.getMetadataBuilder()
                .setUid(uid)
                .setName(written.getName() + "-" + nodeName.toLowerCase(Locale.ROOT))
                .setNamespace(written.getNamespace().isEmpty() ? "default" : written.getNamespace())
                .putAnnotations(PodNames.CONFIG_HASH, uid);
        pod.getSpecBuilder().setNodeName(nodeName);
        switch (source) {
            case ManifestSource.File _ -> tolerateEviction(pod.getSpecBuilder());
            case ManifestSource.Url _ -> {}
        }
        pod.getStatusBuilder().setPhase("Pending");
        return pod.build();
    }

    /// Troubles of the node must not drive away what the node itself was told to run.
    private static void tolerateEviction(PodSpec.Builder spec) {
        boolean updated = false;
        for (int i = 0; i < spec.getTolerationsCount(); i++) {
            Toleration have = spec.getTolerations(i);
            if (have.toBuilder().clearTolerationSeconds().build().equals(STAY)) {
                spec.setTolerations(i, STAY);
                updated = true;
            }
        }
        if (!updated) {
            spec.addTolerations(STAY);
        }
    }

    private static Pod annotated(Pod pod, ManifestSource source, Instant seen) {
        Pod.Builder out = pod.toBuilder();
        out.getMetadataBuilder()
                .putAnnotations(PodNames.CONFIG_SOURCE, source.kind())
                .putAnnotations(PodNames.CONFIG_SEEN, SeenTime.text(seen));
        return out.build();
    }

    /// As Go prints a list.
    private static String list(List<Violation> violations) {
        return violations.stream()
                .map(Violation::toString)
                .collect(Collectors.joining(" ", "[", "]"));
    }
}
