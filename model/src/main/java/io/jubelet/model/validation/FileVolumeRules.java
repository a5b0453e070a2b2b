package io.jubelet.model.validation;

import io.jubelet.api.core.ConfigMapVolumeSource;
import io.jubelet.api.core.DownwardAPIVolumeFile;
import io.jubelet.api.core.DownwardAPIVolumeSource;
import io.jubelet.api.core.HostPathVolumeSource;
import io.jubelet.api.core.KeyToPath;
import io.jubelet.api.core.SecretVolumeSource;
import io.jubelet.api.core.VolumeSource;
import java.util.List;

/// Volumes whose files the agent itself makes, and those of the host.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateHostPathVolumeSource, validateSecretVolumeSource,
/// validateConfigMapVolumeSource, validateDownwardAPIVolumeSource, validateKeyToPath.
final class FileVolumeRules {
    private static final List<String> HOST_PATH_TYPES =
            List.of(
                    "",
                    "BlockDevice",
                    "CharDevice",
                    "Directory",
                    "DirectoryOrCreate",
                    "File",
                    "FileOrCreate",
                    "Socket");

    private FileVolumeRules() {}

    static void hostPath(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("hostPath");
        HostPathVolumeSource source = any.getHostPath();
        if (source.getPath().isEmpty()) {
            found.required(at.child("path"));
            return;
        }
        PathRules.noBackstep(found, at.child("path"), source.getPath());
        if (!HOST_PATH_TYPES.contains(source.getType())) {
            found.unsupported(at.child("type"), source.getType(), HOST_PATH_TYPES);
        }
    }

    static void secret(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("secret");
        SecretVolumeSource source = any.getSecret();
        if (source.getSecretName().isEmpty()) {
            found.required(at.child("secretName"));
        }
        PathRules.fileMode(
                found, at.child("defaultMode"), source.hasDefaultMode(), source.getDefaultMode());
        keys(found, at.child("items"), source.getItemsList());
    }

    static void configMap(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("configMap");
        ConfigMapVolumeSource source = any.getConfigMap();
        if (source.getLocalObjectReference().getName().isEmpty()) {
            found.required(at.child("name"));
        }
        PathRules.fileMode(
                found, at.child("defaultMode"), source.hasDefaultMode(), source.getDefaultMode());
        keys(found, at.child("items"), source.getItemsList());
    }

    static void keys(Violations found, FieldPath at, List<KeyToPath> keys) {
        for (int i = 0; i < keys.size(); i++) {
            KeyToPath key = keys.get(i);
            FieldPath here = at.index(i);
            if (key.getKey().isEmpty()) {
                found.required(here.child("key"));
            }
            if (key.getPath().isEmpty()) {
                found.required(here.child("path"));
            }
            PathRules.local(found, here.child("path"), key.getPath());
            PathRules.fileMode(found, here.child("mode"), key.hasMode(), key.getMode());
        }
    }

    static void downward(Violations found, FieldPath volume, VolumeSource any) {
        FieldPath at = volume.child("downwardAPI");
        DownwardAPIVolumeSource source = any.getDownwardAPI();
        PathRules.fileMode(
                found, at.child("defaultMode"), source.hasDefaultMode(), source.getDefaultMode());
        source.getItemsList().forEach(file -> downwardFile(found, at, file));
    }

    static void downwardFile(Violations found, FieldPath at, DownwardAPIVolumeFile file) {
        if (file.getPath().isEmpty()) {
            found.required(at.child("path"));
        }
        PathRules.local(found, at.child("path"), file.getPath());
        if (file.hasFieldRef()) {
            SelectorRules.field(
                    found, at.child("fieldRef"), file.getFieldRef(), SelectorRules.FILE_FIELDS);
            if (file.hasResourceFieldRef()) {
                found.invalid(
                        at,
                        "resource",
                        "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
        } else if (file.hasResourceFieldRef()) {
            SelectorRules.resource(
                    found, at.child("resourceFieldRef"), file.getResourceFieldRef(), true);
        } else {
            found.required(at, "one of fieldRef and resourceFieldRef is required");
        }
        PathRules.fileMode(found, at.child("mode"), file.hasMode(), file.getMode());
    }
}
