package io.jubelet.model.validation;

import io.jubelet.api.core.AppArmorProfile;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.SeccompProfile;
import io.jubelet.log.GoText;
import java.util.Map;
import java.util.TreeMap;

/// The annotations of a pod that have a meaning of their own: mirror, deletion cost, and the
/// older forms of seccomp and AppArmor profiles, which must agree with the fields.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidatePodSpecificAnnotations,
/// validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate.
final class AnnotationRules {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
    private static final String SECCOMP_CONTAINER =
            "container.seccomp.security.alpha.kubernetes.io/";
    private static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";
    private static final String LOCALHOST = "localhost/";
    private static final String RUNTIME_DEFAULT = "runtime/default";
    private static final String DOCKER_DEFAULT = "docker/default";
    private static final String UNCONFINED = "unconfined";

    private AnnotationRules() {}

    static void check(Violations found, FieldPath at, Pod pod, ValidationOptions options) {
        Map<String, String> annotations = new TreeMap<>(pod.getMetadata().getAnnotationsMap());
        annotations.forEach(
                (key, value) -> {
                    if (key.equals(MIRROR) && pod.getSpec().getNodeName().isEmpty()) {
                        found.invalid(
                                at.key(key),
                                value,
                                "must set spec.nodeName if mirror pod annotation is set");
                    } else if (key.equals(DELETION_COST) && options.podDeletionCost()) {
                        deletionCost(found, at.key(key), value);
                    } else if (key.equals(SECCOMP_POD) || key.startsWith(SECCOMP_CONTAINER)) {
                        seccompProfile(found, at.child(key), value);
                    } else if (key.startsWith(APPARMOR)) {
                        appArmorProfile(found, at.key(key), key, value, pod.getSpec());
                    }
                });
    }

    /// Fields and the older annotations may both be given only if they say the same.
    static void agreeWithFields(Violations found, FieldPath specPath, Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotationsMap();
        PodSpec spec = pod.getSpec();
        String podSeccomp = annotations.get(SECCOMP_POD);
        if (podSeccomp != null && spec.getSecurityContext().hasSeccompProfile()) {
            seccompAgrees(
                    found,
                    specPath.child("securityContext").child("seccompProfile"),
                    podSeccomp,
                    spec.getSecurityContext().getSeccompProfile());
        }
        ContainerVisit.all(
                spec,
                specPath,
                (container, at) -> {
                    String seccomp = annotations.get(SECCOMP_CONTAINER + container.getName());
                    if (seccomp != null && container.getSecurityContext().hasSeccompProfile()) {
                        seccompAgrees(
                                found,
                                at.child("securityContext").child("seccompProfile"),
                                seccomp,
                                container.getSecurityContext().getSeccompProfile());
                    }
                });
        if (!spec.getOs().getName().equals("windows")) {
            ContainerVisit.all(
                    spec,
                    specPath,
                    (container, at) -> {
                        String profile = annotations.get(APPARMOR + container.getName());
                        if (profile != null) {
                            appArmorAgrees(found, at, profile, effective(spec, container));
                        }
                    });
        }
    }

    private static void deletionCost(Violations found, FieldPath at, String value) {
        boolean fine = value.matches("0|-?[0-9]*") && value.matches("0|-.*|[1-9].*");
        try {
            Integer.parseInt(value);
        } catch (NumberFormatException e) {
            fine = false;
        }
        if (!fine) {
            found.invalid(at, value, "must be a 32bit integer");
        }
    }

    private static void seccompProfile(Violations found, FieldPath at, String profile) {
        switch (profile) {
            case RUNTIME_DEFAULT, DOCKER_DEFAULT, UNCONFINED -> {}
            default -> {
                if (profile.startsWith(LOCALHOST)) {
                    PathRules.descending(found, at, profile.substring(LOCALHOST.length()));
                } else {
                    found.invalid(at, profile, "must be a valid seccomp profile");
                }
            }
        }
    }

    private static void appArmorProfile(
            Violations found, FieldPath at, String key, String profile, PodSpec spec) {
        String name = key.substring(APPARMOR.length());
        if (!ContainerVisit.names(spec).contains(name)) {
            found.invalid(at, name, "container not found");
        }
        boolean known =
                profile.isEmpty()
                        || profile.equals(RUNTIME_DEFAULT)
                        || profile.equals(UNCONFINED)
                        || profile.startsWith(LOCALHOST);
        if (!known) {
            found.invalid(at, profile, "invalid AppArmor profile name: " + GoText.quote(profile));
        }
    }

    private static void seccompAgrees(
            Violations found, FieldPath at, String annotation, SeccompProfile field) {
        boolean typeAgrees =
                switch (field.getType()) {
                    case "Unconfined" -> annotation.equals(UNCONFINED);
                    case "RuntimeDefault" ->
                            annotation.equals(RUNTIME_DEFAULT) || annotation.equals(DOCKER_DEFAULT);
                    case "Localhost" -> annotation.startsWith(LOCALHOST);
                    default -> true;
                };
        if (!typeAgrees) {
            found.forbidden(at.child("type"), "seccomp type in annotation and field must match");
        } else if (field.getType().equals("Localhost")
                && !annotation.equals(LOCALHOST + field.getLocalhostProfile())) {
            found.forbidden(
                    at.child("localhostProfile"),
                    "seccomp profile in annotation and field must match");
        }
    }

    private static AppArmorProfile effective(PodSpec spec, Container container) {
        return container.getSecurityContext().hasAppArmorProfile()
                ? container.getSecurityContext().getAppArmorProfile()
                : spec.getSecurityContext().getAppArmorProfile();
    }

    private static void appArmorAgrees(
            Violations found, FieldPath container, String annotation, AppArmorProfile field) {
        FieldPath at = container.child("securityContext").child("appArmorProfile");
        boolean typeAgrees =
                switch (field.getType()) {
                    case "Unconfined" -> annotation.equals(UNCONFINED);
                    case "RuntimeDefault" -> annotation.equals(RUNTIME_DEFAULT);
                    case "Localhost" -> annotation.startsWith(LOCALHOST);
                    default -> true;
                };
        if (!typeAgrees) {
            found.forbidden(at.child("type"), "apparmor type in annotation and field must match");
        } else if (field.getType().equals("Localhost")
                && !annotation.equals(LOCALHOST + field.getLocalhostProfile())) {
            found.forbidden(
                    at.child("localhostProfile"),
                    "apparmor profile in annotation and field must match");
        }
    }
}
