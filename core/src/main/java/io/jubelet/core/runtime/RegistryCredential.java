package io.jubelet.core.runtime;

import java.util.Optional;

/// With what a registry is asked for an image. Its text tells nothing.
///
/// @param source what of the pod it comes from; empty for what the machine itself has
public record RegistryCredential(String user, String password, Optional<PullSource> source) {
    /// One that the machine itself has.
    public RegistryCredential(String user, String password) {
        this(user, password, Optional.empty());
    }

    /// The same, from there.
    public RegistryCredential from(PullSource where) {
        return new RegistryCredential(user, password, Optional.of(where));
    }

    @Override
    public String toString() {
        return "RegistryCredential";
    }
}
