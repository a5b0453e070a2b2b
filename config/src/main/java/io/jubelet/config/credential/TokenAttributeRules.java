package io.jubelet.config.credential;

import static io.jubelet.log.GoText.quote;

import io.jubelet.model.validation.NameFormats;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What must hold of what a program wants of service accounts.
///
/// Thread: any; pure. Upstream: credentialprovider/plugin/config.go
/// validateCredentialProviderConfig, validateServiceAccountAnnotationKeys.
final class TokenAttributeRules {
    static final String GATE = "KubeletServiceAccountTokenForCredentialProviders";
    private static final String VERSION = "credentialprovider.kubelet.k8s.io/v1";
    private static final String PATH = "providers.tokenAttributes";
    private static final String REQUIRED = PATH + ".requiredServiceAccountAnnotationKeys";
    private static final String OPTIONAL = PATH + ".optionalServiceAccountAnnotationKeys";
    private static final List<String> CACHE_TYPES = List.of("ServiceAccount", "Token");

    private TokenAttributeRules() {}

    /// What is wrong, in upstream's words.
    ///
    /// @param version in which the program is asked
    /// @param enabled whether the gate is on
    static List<String> faults(TokenAttributes wanted, String version, boolean enabled) {
        var faults = new ArrayList<String>();
        if (!enabled) {
            faults.add(
                    PATH
                            + ": Forbidden: tokenAttributes is not supported when "
                            + GATE
                            + " feature gate is disabled");
        }
        if (wanted.audience().isEmpty()) {
            faults.add(PATH + ".serviceAccountTokenAudience: Required value");
        }
        if (wanted.requireServiceAccount().isEmpty()) {
            faults.add(PATH + ".requireServiceAccount: Required value");
        }
        if (!version.equals(VERSION)) {
            faults.add(
                    PATH
                            + ": Forbidden: tokenAttributes is only supported for "
                            + VERSION
                            + " API version");
        }
        checkAnnotations(wanted, faults);
        checkCacheType(wanted.cacheType(), faults);
        return faults;
    }

    private static void checkAnnotations(TokenAttributes wanted, List<String> faults) {
        var required = wanted.requiredAnnotations();
        if (!required.isEmpty() && !wanted.requireServiceAccount().orElse(true)) {
            faults.add(
                    REQUIRED
                            + ": Forbidden: requireServiceAccount cannot be false when"
                            + " requiredServiceAccountAnnotationKeys is set");
        }
        checkKeys(REQUIRED, required, faults);
        checkKeys(OPTIONAL, wanted.optionalAnnotations(), faults);
        var both =
                required.stream()
                        .filter(wanted.optionalAnnotations()::contains)
                        .distinct()
                        .sorted()
                        .map(key -> quote(key))
                        .collect(Collectors.joining(","));
        if (!both.isEmpty()) {
            faults.add(
                    PATH
                            + ": Invalid value: ["
                            + both
                            + "]: annotation keys cannot be both required and optional");
        }
    }

    private static void checkKeys(String path, List<String> keys, List<String> faults) {
        var seen = new HashSet<String>();
        for (var key : keys) {
            for (var complaint : NameFormats.qualifiedName(key.toLowerCase(Locale.ROOT))) {
                faults.add(path + ": Invalid value: " + quote(key) + ": " + complaint);
            }
            if (!seen.add(key)) {
                faults.add(path + ": Duplicate value: " + quote(key));
            }
        }
    }

    private static void checkCacheType(String type, List<String> faults) {
        if (type.isEmpty()) {
            faults.add(
                    PATH
                            + ".cacheType: Required value: cacheType is required to be set when"
                            + " tokenAttributes is specified. Supported values are: "
                            + String.join(", ", CACHE_TYPES));
        } else if (!CACHE_TYPES.contains(type)) {
            var known = CACHE_TYPES.stream().map(it -> quote(it)).collect(Collectors.joining(", "));
            faults.add(
                    PATH
                            + ".cacheType: Unsupported value: %s: supported values: %s"
                                    .formatted(quote(type), known));
        }
    }
}
