package io.jubelet.core.image;

import io.jubelet.core.runtime.PullSecret;
import java.util.List;
import java.util.Optional;

/// With what an image was pulled, and so who may use it from now on.
///
/// Upstream: ImagePullCredentials of kubelet.config.k8s.io.
///
/// @param everybody whether all pods of this machine may: it was pulled without a credential, or
///     with one of the machine itself
record PullCredentials(
        List<PullSecret> secrets, List<ServiceAccount> serviceAccounts, boolean everybody) {
    static final PullCredentials EVERYBODY = new PullCredentials(List.of(), List.of(), true);

    PullCredentials {
        secrets = List.copyOf(secrets);
        serviceAccounts = List.copyOf(serviceAccounts);
    }

    /// A service account whose token opened the registry.
    record ServiceAccount(String uid, String namespace, String name) {}

    static PullCredentials of(PullSecret secret) {
        return new PullCredentials(List.of(secret), List.of(), false);
    }

    /// @param source the secret that the credential came from, if it was a pod's
    static PullCredentials of(Optional<PullSecret> source) {
        return source.map(PullCredentials::of).orElse(EVERYBODY);
    }

    boolean nobody() {
        return !everybody && secrets.isEmpty() && serviceAccounts.isEmpty();
    }
}
