package io.jubelet.config.credential;

import static io.jubelet.log.GoText.quote;

import io.jubelet.model.codec.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// What must hold of the programs that are configured.
///
/// Thread: any; pure. Upstream: credentialprovider/plugin/config.go
/// validateCredentialProviderConfig.
final class CredentialProviderRules {
    private static final List<String> VERSIONS =
            List.of(
                    "credentialprovider.kubelet.k8s.io/v1",
                    "credentialprovider.kubelet.k8s.io/v1alpha1",
                    "credentialprovider.kubelet.k8s.io/v1beta1");

    private CredentialProviderRules() {}

    /// What is wrong, in upstream's words.
    static List<String> faults(List<CredentialProvider> providers) {
        var faults = new ArrayList<String>();
        if (providers.isEmpty()) {
            faults.add("providers: Required value: at least 1 item in plugins is required");
        }
        var names = new HashSet<String>();
        for (var provider : providers) {
            checkName(provider.name(), faults);
            if (!names.add(provider.name())) {
                faults.add("providers.name: Duplicate value: " + quote(provider.name()));
            }
            checkVersion(provider.apiVersion(), faults);
            if (provider.matchImages().isEmpty()) {
                faults.add(
                        "providers.matchImages: Required value: at least 1 item in matchImages is"
                                + " required");
            }
            checkDuration(provider, faults);
        }
        return faults;
    }

    private static void checkName(String name, List<String> faults) {
        checkName(name, name.contains("/"), "provider name cannot contain '/'", faults);
        checkName(name, name.contains(" "), "provider name cannot contain spaces", faults);
        checkName(name, name.equals("."), "provider name cannot be '.'", faults);
        checkName(name, name.equals(".."), "provider name cannot be '..'", faults);
    }

    private static void checkName(String name, boolean wrong, String why, List<String> faults) {
        if (wrong) {
            faults.add("providers.name: Invalid value: " + quote(name) + ": " + why);
        }
    }

    private static void checkVersion(String version, List<String> faults) {
        if (version.isEmpty()) {
            faults.add("providers.apiVersion: Required value");
        } else if (!VERSIONS.contains(version)) {
            faults.add(
                    "providers.apiVersion: Unsupported value: %s: supported values: %s"
                            .formatted(
                                    quote(version),
                                    String.join(
                                            ", ",
                                            VERSIONS.stream().map(it -> quote(it)).toList())));
        }
    }

    private static void checkDuration(CredentialProvider provider, List<String> faults) {
        if (provider.defaultCacheDuration().isEmpty()) {
            faults.add("providers.defaultCacheDuration: Required value");
        }
        provider.defaultCacheDuration()
                .filter(Duration::isNegative)
                .ifPresent(
                        it ->
                                faults.add(
                                        ("providers.defaultCacheDuration: Invalid value: \"%s\":"
                                                        + " must be greater than or equal to 0")
                                                .formatted(GoDuration.print(it))));
    }
}
