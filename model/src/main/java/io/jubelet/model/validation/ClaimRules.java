package io.jubelet.model.validation;

import io.jubelet.api.core.PersistentVolumeClaimSpec;
import io.jubelet.api.core.PersistentVolumeClaimTemplate;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Quantity;
import io.jubelet.model.pod.Amounts;
import java.util.List;

/// The claim that an ephemeral volume asks for.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidatePersistentVolumeClaimTemplate,
/// ValidatePersistentVolumeClaimSpec.
final class ClaimRules {
    private static final List<String> ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
    private static final String ONE_POD = "ReadWriteOncePod";

    private ClaimRules() {}

    static void check(Violations found, FieldPath at, PersistentVolumeClaimTemplate template) {
        metadata(found, at.child("metadata"), template.getMetadata());
        spec(found, at.child("spec"), template.getSpec());
    }

    private static void metadata(Violations found, FieldPath at, ObjectMeta metadata) {
        MetadataRules.annotations(found, at.child("annotations"), metadata.getAnnotationsMap());
        MetadataRules.labels(found, at.child("labels"), metadata.getLabelsMap());
        metadata.getAllFields()
                .keySet()
                .forEach(
                        field -> {
                            String name = field.getName();
                            if (!name.equals("labels") && !name.equals("annotations")) {
                                found.forbidden(at.child(name), "cannot be set");
                            }
                        });
    }

    private static void spec(Violations found, FieldPath at, PersistentVolumeClaimSpec spec) {
        accessModes(found, at.child("accessModes"), spec.getAccessModesList());
        LabelSelectorRules.check(found, at.child("selector"), spec.getSelector());
        storage(found, at.child("resources").key("storage"), spec);
        className(found, at.child("storageClassName"), spec.getStorageClassName());
        List<String> modes = List.of("Block", "Filesystem");
        if (spec.hasVolumeMode() && !modes.contains(spec.getVolumeMode())) {
            found.unsupported(at.child("volumeMode"), spec.getVolumeMode(), modes);
        }
        if (spec.hasDataSource()) {
            var source = spec.getDataSource();
            reference(
                    found,
                    at.child("dataSource"),
                    source.getName(),
                    source.getKind(),
                    source.getApiGroup());
        }
        if (spec.hasDataSourceRef()) {
            var source = spec.getDataSourceRef();
            FieldPath here = at.child("dataSourceRef");
            reference(found, here, source.getName(), source.getKind(), source.getApiGroup());
            if (!source.getNamespace().isEmpty()) {
                found.invalidEach(
                        here.child("namespace"),
                        source.getNamespace(),
                        NameFormats.label(source.getNamespace()));
            }
        }
        bothSources(found, at, spec);
        className(
                found, at.child("volumeAttributesClassName"), spec.getVolumeAttributesClassName());
    }

    private static void accessModes(Violations found, FieldPath at, List<String> modes) {
        if (modes.isEmpty()) {
            found.required(at, "at least 1 access mode is required");
        }
        for (String mode : modes) {
            if (!ACCESS_MODES.contains(mode)) {
                found.unsupported(at, mode, ACCESS_MODES);
            }
        }
        boolean others =
                modes.stream()
                        .anyMatch(mode -> ACCESS_MODES.contains(mode) && !mode.equals(ONE_POD));
        if (modes.contains(ONE_POD) && others) {
            found.forbidden(at, "may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void storage(Violations found, FieldPath at, PersistentVolumeClaimSpec spec) {
        Quantity storage = spec.getResources().getRequestsMap().get("storage");
        if (storage == null) {
            found.required(at);
        } else if (Amounts.of(storage).signum() <= 0) {
            found.invalid(at, Amounts.text(storage), "must be greater than zero");
        }
    }

    private static void className(Violations found, FieldPath at, String name) {
        if (!name.isEmpty()) {
            found.invalidEach(at, name, NameFormats.subdomain(name));
        }
    }

    private static void reference(
            Violations found, FieldPath at, String name, String kind, String group) {
        if (name.isEmpty()) {
            found.required(at.child("name"));
        }
        if (kind.isEmpty()) {
            found.required(at.child("kind"));
        }
        if (group.isEmpty() && !kind.equals("PersistentVolumeClaim")) {
            found.invalid(
                    at,
                    kind,
                    "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        if (!group.isEmpty()) {
            found.invalidEach(at.child("apiGroup"), group, NameFormats.subdomain(group));
        }
    }

    private static void bothSources(
            Violations found, FieldPath at, PersistentVolumeClaimSpec spec) {
        if (!spec.hasDataSource() || !spec.hasDataSourceRef()) {
            return;
        }
        var source = spec.getDataSource();
        var reference = spec.getDataSourceRef();
        if (!reference.getNamespace().isEmpty()) {
            found.invalidShown(
                    at, "{}", "may not be specified when dataSourceRef.namespace is specified");
        } else if (!source.getKind().equals(reference.getKind())
                || !source.getName().equals(reference.getName())
                || !source.getApiGroup().equals(reference.getApiGroup())) {
            found.invalidShown(at, "{}", "must match dataSourceRef");
        }
    }
}
