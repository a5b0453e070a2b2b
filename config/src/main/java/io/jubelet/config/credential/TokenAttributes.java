package io.jubelet.config.credential;

import java.util.List;
import java.util.Optional;

/// What a program that knows credentials wants of a pod's service account, as it is written.
///
/// Thread: immutable. Upstream: ServiceAccountTokenAttributes of kubelet.config.k8s.io/v1.
///
/// @param audience whom the token is made out to
/// @param cacheType for what an answer counts: `Token` or `ServiceAccount`
/// @param requireServiceAccount whether pods without one are not asked for; empty where it is not
///     written, which is a fault
/// @param requiredAnnotations keys without which the program is not asked
/// @param optionalAnnotations keys that it is told of where they are there
public record TokenAttributes(
        String audience,
        String cacheType,
        Optional<Boolean> requireServiceAccount,
        List<String> requiredAnnotations,
        List<String> optionalAnnotations) {
    public TokenAttributes {
        requiredAnnotations = List.copyOf(requiredAnnotations);
        optionalAnnotations = List.copyOf(optionalAnnotations);
    }
}
