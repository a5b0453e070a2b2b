package io.jubelet.core.runtime;

/// Which secret of a pod opens a registry, and by a hash with what.
///
/// Upstream: ImagePullSecret of kubelet.config.k8s.io.
///
/// @param credentialHash SHA-256 of the user, password and email that it holds
public record PullSecret(String uid, String namespace, String name, String credentialHash)
        implements PullSource {
    /// Whether it is the same object, whatever it holds.
    public boolean sameObject(PullSecret other) {
        return uid.equals(other.uid)
                && namespace.equals(other.namespace)
                && name.equals(other.name);
    }

    /// Whether it holds the same, wherever it lies. Of what could not be hashed nobody knows.
    public boolean sameContent(PullSecret other) {
        return !credentialHash.isEmpty() && credentialHash.equals(other.credentialHash);
    }
}
