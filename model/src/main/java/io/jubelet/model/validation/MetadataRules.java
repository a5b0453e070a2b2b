package io.jubelet.model.validation;

import static io.jubelet.model.validation.Violations.bytes;

import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.OwnerReference;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What every object's metadata must look like.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apimachinery api/validation/objectmeta.go ValidateObjectMetaAccessor,
/// apis/core/validation ValidateObjectMeta.
final class MetadataRules {
    private static final int ANNOTATIONS_LIMIT = 256 * 1024;
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final List<String> STANDARD_FINALIZERS =
            List.of("kubernetes", ORPHAN, FOREGROUND);

    private MetadataRules() {}

    static void check(Violations found, FieldPath at, ObjectMeta metadata) {
        if (!metadata.getGenerateName().isEmpty()) {
            found.invalidEach(
                    at.child("generateName"),
                    metadata.getGenerateName(),
                    NameFormats.subdomainPrefix(metadata.getGenerateName()));
        }
        if (metadata.getName().isEmpty()) {
            found.required(at.child("name"), "name or generateName is required");
        } else {
            found.invalidEach(
                    at.child("name"),
                    metadata.getName(),
                    NameFormats.subdomain(metadata.getName()));
        }
        if (metadata.getNamespace().isEmpty()) {
            found.required(at.child("namespace"));
        } else {
            found.invalidEach(
                    at.child("namespace"),
                    metadata.getNamespace(),
                    NameFormats.label(metadata.getNamespace()));
        }
        found.nonNegative(at.child("generation"), metadata.getGeneration());
        labels(found, at.child("labels"), metadata.getLabelsMap());
        annotations(found, at.child("annotations"), metadata.getAnnotationsMap());
        owners(found, at.child("ownerReferences"), metadata.getOwnerReferencesList());
        finalizers(found, at.child("finalizers"), metadata.getFinalizersList());
    }

    static void labels(Violations found, FieldPath at, Map<String, String> labels) {
        new TreeMap<>(labels)
                .forEach(
                        (key, value) -> {
                            labelName(found, at, key);
                            found.invalidEach(at, value, NameFormats.labelValue(value));
                        });
    }

    static void labelName(Violations found, FieldPath at, String name) {
        found.invalidEach(at, name, NameFormats.qualifiedName(name));
    }

    static void annotations(Violations found, FieldPath at, Map<String, String> annotations) {
        long size = 0;
        for (var entry : new TreeMap<>(annotations).entrySet()) {
            String key = entry.getKey();
            found.invalidEach(at, key, NameFormats.qualifiedName(key.toLowerCase(Locale.ROOT)));
            size += bytes(key) + (long) bytes(entry.getValue());
        }
        if (size > ANNOTATIONS_LIMIT) {
            found.tooLong(at, ANNOTATIONS_LIMIT);
        }
    }

    private static void owners(Violations found, FieldPath at, List<OwnerReference> owners) {
        String firstController = "";
        for (OwnerReference owner : owners) {
            owner(found, at, owner);
            if (!owner.getController()) {
                continue;
            }
            String controller = owner.getKind() + "/" + owner.getName();
            if (!firstController.isEmpty()) {
                found.invalidShown(
                        at,
                        Shown.owners(owners),
                        "Only one reference can have Controller set to true. Found \"true\" in"
                                + " references for "
                                + firstController
                                + " and "
                                + controller);
            } else {
                firstController = controller;
            }
        }
    }

    private static void owner(Violations found, FieldPath at, OwnerReference owner) {
        String apiVersion = owner.getApiVersion();
        if (apiVersion.isEmpty()
                || apiVersion.endsWith("/")
                || apiVersion.split("/", -1).length > 2) {
            found.invalid(at.child("apiVersion"), apiVersion, "version must not be empty");
        }
        notEmpty(found, at.child("kind"), owner.getKind());
        notEmpty(found, at.child("name"), owner.getName());
        notEmpty(found, at.child("uid"), owner.getUid());
        if (apiVersion.equals("v1") && owner.getKind().equals("Event")) {
            found.invalidShown(
                    at, Shown.owner(owner), "/v1, Kind=Event is disallowed from being an owner");
        }
    }

    private static void notEmpty(Violations found, FieldPath at, String value) {
        if (value.isEmpty()) {
            found.invalid(at, value, "must not be empty");
        }
    }

    private static void finalizers(Violations found, FieldPath at, List<String> finalizers) {
        for (String finalizer : finalizers) {
            found.invalidEach(at, finalizer, NameFormats.qualifiedName(finalizer));
        }
        if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
            found.invalid(
                    at,
                    finalizers,
                    "finalizer " + ORPHAN + " and " + FOREGROUND + " cannot be both set");
        }
        for (int i = 0; i < finalizers.size(); i++) {
            String finalizer = finalizers.get(i);
            if (!finalizer.contains("/") && !STANDARD_FINALIZERS.contains(finalizer)) {
                found.invalid(
                        at.index(i),
                        finalizer,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
    }
}
