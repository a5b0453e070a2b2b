package io.jubelet.model.validation;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import java.util.List;

/// Checks a pod that has its defaults, as the API server would before storing it.
///
/// ```
///  PodValidator ─▶ MetadataRules, AnnotationRules
///               └▶ SpecRules ─▶ VolumeRules, ContainerRules, SecurityRules, NetworkRules, …
/// ```
///
/// Thread: any; pure.
///
/// Upstream: apis/core/validation ValidatePodCreate, called for static pods. Maps are visited in
/// the order of their keys, where upstream's order changes from run to run.
public final class PodValidator {
    private PodValidator() {}

    /// Everything that is wrong with the pod under v1.36's default gates, in the order found.
    public static List<Violation> validate(Pod pod) {
        return validate(pod, ValidationOptions.defaults());
    }

    public static List<Violation> validate(Pod pod, ValidationOptions options) {
        Violations found = new Violations();
        FieldPath metadata = FieldPath.root("metadata");
        FieldPath spec = FieldPath.root("spec");
        MetadataRules.check(found, metadata, pod.getMetadata());
        AnnotationRules.check(found, metadata.child("annotations"), pod, options);
        new SpecRules(found, pod, options).check(spec);
        onlyForPods(found, spec, pod.getSpec());
        AnnotationRules.agreeWithFields(found, spec, pod);
        return found.list();
    }

    /// What templates may have and pods may not.
    private static void onlyForPods(Violations found, FieldPath at, PodSpec spec) {
        if (spec.getServiceAccountName().isEmpty()) {
            tokens(found, at.child("volumes"), spec);
        }
        for (int i = 0; i < spec.getContainersCount(); i++) {
            ContainerFieldRules.imagePadding(
                    found, at.child("containers").index(i), spec.getContainers(i));
        }
        for (int i = 0; i < spec.getInitContainersCount(); i++) {
            ContainerFieldRules.imagePadding(
                    found, at.child("initContainers").index(i), spec.getInitContainers(i));
        }
        if (spec.getEphemeralContainersCount() > 0) {
            found.forbidden(at.child("ephemeralContainers"), "cannot be set on create");
        }
        if (!spec.getNodeName().isEmpty() && spec.getSchedulingGatesCount() > 0) {
            found.forbidden(
                    at.child("nodeName"),
                    "cannot be set until all schedulingGates have been cleared");
        }
    }

    private static void tokens(Violations found, FieldPath at, PodSpec spec) {
        for (int i = 0; i < spec.getVolumesCount(); i++) {
            var projected = spec.getVolumes(i).getVolumeSource().getProjected();
            for (int j = 0; j < projected.getSourcesCount(); j++) {
                if (projected.getSources(j).hasServiceAccountToken()) {
                    found.forbidden(
                            at.index(i)
                                    .child("projected")
                                    .child("sources")
                                    .index(j)
                                    .child("serviceAccountToken"),
                            "must not be specified when serviceAccountName is not set");
                }
            }
        }
    }
}
