package io.jubelet.config.credential;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One program that knows credentials, as it is written.
///
/// Thread: immutable. Upstream: CredentialProvider of kubelet.config.k8s.io/v1.
///
/// @param defaultCacheDuration empty where it is not written, which is a fault
/// @param tokenAttributes what it wants of the pod's service account, if anything
public record CredentialProvider(
        String name,
        List<String> matchImages,
        Optional<Duration> defaultCacheDuration,
        String apiVersion,
        List<String> args,
        Map<String, String> env,
        Optional<TokenAttributes> tokenAttributes) {
    public CredentialProvider {
        matchImages = List.copyOf(matchImages);
        args = List.copyOf(args);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }
}
