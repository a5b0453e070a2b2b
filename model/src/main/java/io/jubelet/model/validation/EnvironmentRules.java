package io.jubelet.model.validation;

import io.jubelet.api.core.EnvFromSource;
import io.jubelet.api.core.EnvVar;
import io.jubelet.api.core.EnvVarSource;
import io.jubelet.api.core.FileKeySelector;
import java.util.List;

/// A container's environment: names, and where values come from.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidateEnv, ValidateEnvFrom, validateEnvVarValueFrom.
final class EnvironmentRules {
    private EnvironmentRules() {}

    static void variables(
            Violations found, FieldPath at, List<EnvVar> variables, ValidationOptions options) {
        for (int i = 0; i < variables.size(); i++) {
            EnvVar variable = variables.get(i);
            FieldPath here = at.index(i);
            if (variable.getName().isEmpty()) {
                found.required(here.child("name"));
            } else {
                found.invalidEach(
                        here.child("name"),
                        variable.getName(),
                        NameFormats.variableName(variable.getName()));
            }
            if (variable.hasValueFrom()) {
                valueFrom(found, here.child("valueFrom"), variable, options);
            }
        }
    }

    private static void valueFrom(
            Violations found, FieldPath at, EnvVar variable, ValidationOptions options) {
        int sources = sources(found, at, variable.getValueFrom());
        if (sources == 0) {
            found.invalid(
                    at,
                    "",
                    options.envFiles()
                            ? "must specify one of: `fieldRef`, `resourceFieldRef`,"
                                    + " `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
                            : "must specify one of: `fieldRef`, `resourceFieldRef`,"
                                    + " `configMapKeyRef` or `secretKeyRef`");
        } else if (!variable.getValue().isEmpty()) {
            found.invalid(at, "", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            found.invalid(at, "", "may not have more than one field specified at a time");
        }
    }

    /// Checks each source that is set, and says how many there are.
    private static int sources(Violations found, FieldPath at, EnvVarSource source) {
        int count = 0;
        if (source.hasFieldRef()) {
            count++;
            SelectorRules.field(
                    found,
                    at.child("fieldRef"),
                    source.getFieldRef(),
                    SelectorRules.VARIABLE_FIELDS);
        }
        if (source.hasResourceFieldRef()) {
            count++;
            SelectorRules.resource(
                    found, at.child("resourceFieldRef"), source.getResourceFieldRef(), false);
        }
        if (source.hasConfigMapKeyRef()) {
            count++;
            var selector = source.getConfigMapKeyRef();
            keySelector(
                    found,
                    at.child("configMapKeyRef"),
                    selector.getLocalObjectReference().getName(),
                    selector.getKey());
        }
        if (source.hasSecretKeyRef()) {
            count++;
            var selector = source.getSecretKeyRef();
            keySelector(
                    found,
                    at.child("secretKeyRef"),
                    selector.getLocalObjectReference().getName(),
                    selector.getKey());
        }
        if (source.hasFileKeyRef()) {
            count++;
            fileSelector(found, at.child("fileKeyRef"), source.getFileKeyRef());
        }
        return count;
    }

    private static void keySelector(Violations found, FieldPath at, String name, String key) {
        found.invalidEach(at.child("name"), name, NameFormats.subdomain(name));
        if (key.isEmpty()) {
            found.required(at.child("key"));
        } else {
            found.invalidEach(at.child("key"), key, NameFormats.configKey(key));
        }
    }

    private static void fileSelector(Violations found, FieldPath at, FileKeySelector selector) {
        String key = selector.getKey();
        if (key.isEmpty()) {
            found.required(at.child("key"));
        } else {
            found.invalidEach(at.child("key"), key, NameFormats.variableName(key));
        }
        String volume = selector.getVolumeName();
        if (volume.isEmpty()) {
            found.required(at.child("volumeName"));
        } else {
            found.invalidEach(at.child("volumeName"), volume, NameFormats.label(volume));
        }
        if (selector.getPath().isEmpty()) {
            found.required(at.child("path"));
        } else {
            PathRules.noBackstep(found, at.child("path"), selector.getPath());
        }
    }

    static void wholeSources(Violations found, FieldPath at, List<EnvFromSource> sources) {
        for (int i = 0; i < sources.size(); i++) {
            EnvFromSource source = sources.get(i);
            FieldPath here = at.index(i);
            if (!source.getPrefix().isEmpty()) {
                found.invalidEach(
                        here.child("prefix"),
                        source.getPrefix(),
                        NameFormats.variableName(source.getPrefix()));
            }
            if (source.hasConfigMapRef()) {
                reference(
                        found,
                        here.child("configMapRef").child("name"),
                        source.getConfigMapRef().getLocalObjectReference().getName());
            }
            if (source.hasSecretRef()) {
                reference(
                        found,
                        here.child("secretRef").child("name"),
                        source.getSecretRef().getLocalObjectReference().getName());
            }
            if (!source.hasConfigMapRef() && !source.hasSecretRef()) {
                found.invalid(at, "", "must specify one of: `configMapRef` or `secretRef`");
            } else if (source.hasConfigMapRef() && source.hasSecretRef()) {
                found.invalid(at, "", "may not have more than one field specified at a time");
            }
        }
    }

    private static void reference(Violations found, FieldPath at, String name) {
        if (name.isEmpty()) {
            found.required(at);
        } else {
            found.invalidEach(at, name, NameFormats.subdomainPrefix(name));
        }
    }
}
