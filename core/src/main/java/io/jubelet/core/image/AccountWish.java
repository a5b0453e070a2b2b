package io.jubelet.core.image;

import java.util.List;

/// What a program that knows credentials wants of a pod's service account.
///
/// Upstream: ServiceAccountTokenAttributes of kubelet.config.k8s.io.
///
/// @param audience whom the token is made out to
/// @param sharing for whom else an answer counts
/// @param required whether the program is not asked for pods without an account
/// @param requiredAnnotations keys without which the program is not asked
/// @param optionalAnnotations keys that it is told of where they are there
public record AccountWish(
        String audience,
        Sharing sharing,
        boolean required,
        List<String> requiredAnnotations,
        List<String> optionalAnnotations) {
    public AccountWish {
        requiredAnnotations = List.copyOf(requiredAnnotations);
        optionalAnnotations = List.copyOf(optionalAnnotations);
    }

    /// For whom else an answer counts.
    public enum Sharing {
        /// All pods of the service account.
        ACCOUNT,
        /// Nobody with another token.
        TOKEN
    }
}
