package io.jubelet.core.image;

import io.jubelet.core.host.Programs.Command;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A program that knows credentials, and for which images.
///
/// Upstream: CredentialProvider of kubelet.config.k8s.io.
///
/// @param matchImages the places for which it is asked
/// @param defaultCacheDuration how long an answer counts that does not say
/// @param apiVersion in which words it is asked and must answer
/// @param account what it wants of the pod's service account, if anything
public record PluginSettings(
        String name,
        List<String> matchImages,
        Duration defaultCacheDuration,
        String apiVersion,
        Command command,
        Optional<AccountWish> account) {
    public PluginSettings {
        matchImages = List.copyOf(matchImages);
    }
}
