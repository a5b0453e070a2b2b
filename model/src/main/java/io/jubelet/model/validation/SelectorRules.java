package io.jubelet.model.validation;

import io.jubelet.api.core.ObjectFieldSelector;
import io.jubelet.api.core.ResourceFieldSelector;
import io.jubelet.model.pod.Amounts;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// References to a pod's own fields and amounts, from variables and from downward API files.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateObjectFieldSelector,
/// validateContainerResourceFieldSelector; apis/core/pods ConvertDownwardAPIFieldLabel.
final class SelectorRules {
    /// What a variable may show, sorted as messages list it.
    static final List<String> VARIABLE_FIELDS =
            List.of(
                    "metadata.name",
                    "metadata.namespace",
                    "metadata.uid",
                    "spec.nodeName",
                    "spec.serviceAccountName",
                    "status.hostIP",
                    "status.hostIPs",
                    "status.podIP",
                    "status.podIPs");

    /// What a file may show, sorted as messages list it.
    static final List<String> FILE_FIELDS =
            List.of(
                    "metadata.annotations",
                    "metadata.labels",
                    "metadata.name",
                    "metadata.namespace",
                    "metadata.uid");

    private static final Set<String> KNOWN_FIELDS =
            Set.of(
                    "metadata.annotations",
                    "metadata.labels",
                    "metadata.name",
                    "metadata.namespace",
                    "metadata.uid",
                    "spec.nodeName",
                    "spec.restartPolicy",
                    "spec.serviceAccountName",
                    "spec.schedulerName",
                    "status.phase",
                    "status.hostIP",
                    "status.hostIPs",
                    "status.podIP",
                    "status.podIPs",
                    "spec.host");
    private static final List<String> RESOURCES =
            List.of(
                    "limits.cpu",
                    "limits.ephemeral-storage",
                    "limits.memory",
                    "requests.cpu",
                    "requests.ephemeral-storage",
                    "requests.memory");
    private static final Set<String> CPU_DIVISORS = Set.of("1m", "1");
    private static final Set<String> BYTE_DIVISORS =
            Set.of(
                    "1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi",
                    "1Ei");

    private SelectorRules() {}

    static void field(
            Violations found, FieldPath at, ObjectFieldSelector selector, List<String> allowed) {
        String version = selector.getApiVersion();
        String path = selector.getFieldPath();
        if (version.isEmpty()) {
            found.required(at.child("apiVersion"));
        } else if (path.isEmpty()) {
            found.required(at.child("fieldPath"));
        } else if (!version.equals("v1")) {
            unconvertible(found, at, path, "unsupported pod version: " + version);
        } else if (isSubscripted(path)) {
            subscripted(found, at, path);
        } else if (!KNOWN_FIELDS.contains(path)) {
            unconvertible(found, at, path, "field label not supported: " + path);
        } else {
            String current = path.equals("spec.host") ? "spec.nodeName" : path;
            if (!allowed.contains(current)) {
                found.unsupportedText(at.child("fieldPath"), current, allowed);
            }
        }
    }

    private static void unconvertible(Violations found, FieldPath at, String path, String problem) {
        found.invalid(at.child("fieldPath"), path, "error converting fieldPath: " + problem);
    }

    private static boolean isSubscripted(String path) {
        return path.endsWith("']") && path.indexOf("['") > 0;
    }

    private static void subscripted(Violations found, FieldPath at, String path) {
        int bracket = path.indexOf("['");
        String subscript = path.substring(bracket + 2, Math.max(bracket + 2, path.length() - 2));
        switch (path.substring(0, bracket)) {
            case "metadata.annotations" -> {
                String key = subscript.toLowerCase(Locale.ROOT);
                found.invalidEach(at, key, NameFormats.qualifiedName(key));
            }
            case "metadata.labels" ->
                    found.invalidEach(at, subscript, NameFormats.qualifiedName(subscript));
            default ->
                    unconvertible(
                            found, at, path, "field label does not support subscript: " + path);
        }
    }

    static void resource(
            Violations found, FieldPath at, ResourceFieldSelector selector, boolean inVolume) {
        String resource = selector.getResource();
        boolean hugePages =
                resource.startsWith("requests.hugepages-")
                        || resource.startsWith("limits.hugepages-");
        if (inVolume && selector.getContainerName().isEmpty()) {
            found.required(at.child("containerName"));
        } else if (resource.isEmpty()) {
            found.required(at.child("resource"));
        } else if (!RESOURCES.contains(resource) && !hugePages) {
            found.unsupportedText(at.child("resource"), resource, RESOURCES);
        }
        divisor(found, at.child("divisor"), selector, hugePages);
    }

    private static void divisor(
            Violations found, FieldPath at, ResourceFieldSelector selector, boolean hugePages) {
        if (Amounts.of(selector.getDivisor()).isZero()) {
            return;
        }
        String divisor = Amounts.text(selector.getDivisor());
        String resource = selector.getResource();
        switch (resource) {
            case "limits.cpu", "requests.cpu" -> {
                if (!CPU_DIVISORS.contains(divisor)) {
                    found.invalid(
                            at,
                            resource,
                            "only divisor's values 1m and 1 are supported with the cpu resource");
                }
            }
            case "limits.memory", "requests.memory" ->
                    byteDivisor(found, at, resource, divisor, "memory");
            case "limits.ephemeral-storage", "requests.ephemeral-storage" ->
                    byteDivisor(found, at, resource, divisor, "local ephemeral storage");
            default -> {
                if (hugePages) {
                    byteDivisor(found, at, resource, divisor, "hugepages");
                }
            }
        }
    }

    private static void byteDivisor(
            Violations found, FieldPath at, String resource, String divisor, String name) {
        if (!BYTE_DIVISORS.contains(divisor)) {
            found.invalid(
                    at,
                    resource,
                    "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei"
                            + " are supported with the "
                            + name
                            + " resource");
        }
    }
}
