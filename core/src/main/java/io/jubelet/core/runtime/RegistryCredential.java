package io.jubelet.core.runtime;

import java.util.Optional;

/// With what a registry is asked for an image. Its text tells nothing.
///
/// @param source the secret of the pod that it comes from; empty for what the machine itself has
public record RegistryCredential(String user, String password, Optional<PullSecret> source) {
    /// One that the machine itself has.
    public RegistryCredential(String user, String password) {
        this(user, password, Optional.empty());
    }

    @Override
    public String toString() {
        return "RegistryCredential";
    }
}
