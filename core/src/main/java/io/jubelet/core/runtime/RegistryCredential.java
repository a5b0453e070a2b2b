package io.jubelet.core.runtime;

/// With what a registry is asked for an image. Its text tells nothing.
public record RegistryCredential(String user, String password) {
    @Override
    public String toString() {
        return "RegistryCredential";
    }
}
