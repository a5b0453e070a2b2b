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
    ///
    /// @param accountTokens whether programs may be given tokens of service accounts
    static List<String> faults(List<CredentialProvider> providers, boolean accountTokens) {
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
            provider.matchImages().forEach(place -> checkPlace(place, faults));
            checkDuration(provider, faults);
            provider.tokenAttributes()
                    .map(it -> TokenAttributeRules.faults(it, provider.apiVersion(), accountTokens))
                    .ifPresent(faults::addAll);
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

    /// A place has to make sense as a URL, of which only wrong escapes are looked for.
    private static void checkPlace(String place, List<String> faults) {
        for (var at = place.indexOf('%'); at >= 0; at = place.indexOf('%', at + 1)) {
            var escape = place.substring(at, Math.min(at + 3, place.length()));
            if (!escape.matches("%[0-9a-fA-F]{2}")) {
                faults.add(
                        ("providers.matchImages: Invalid value: %s: match image is invalid: parse"
                                        + " %s: invalid URL escape %s")
                                .formatted(quote(place), quote("https://" + place), quote(escape)));
                return;
            }
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
