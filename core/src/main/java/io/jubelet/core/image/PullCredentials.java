package io.jubelet.core.image;

import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.PullSecret;
import io.jubelet.core.runtime.PullSource;
import java.util.List;
import java.util.Optional;

/// With what an image was pulled, and so who may use it from now on.
///
/// Upstream: ImagePullCredentials of kubelet.config.k8s.io.
///
/// @param everybody whether all pods of this machine may: it was pulled without a credential, or
///     with one of the machine itself
record PullCredentials(
        List<PullSecret> secrets, List<PullAccount> serviceAccounts, boolean everybody) {
    static final PullCredentials EVERYBODY = new PullCredentials(List.of(), List.of(), true);

    PullCredentials {
        secrets = List.copyOf(secrets);
        serviceAccounts = List.copyOf(serviceAccounts);
    }

    static PullCredentials of(PullSource source) {
        return switch (source) {
            case PullSecret secret -> new PullCredentials(List.of(secret), List.of(), false);
            case PullAccount account -> new PullCredentials(List.of(), List.of(account), false);
        };
    }

    /// @param source what the credential came from, if it was a pod's
    static PullCredentials of(Optional<PullSource> source) {
        return source.map(PullCredentials::of).orElse(EVERYBODY);
    }

    boolean nobody() {
        return !everybody && secrets.isEmpty() && serviceAccounts.isEmpty();
    }
}
