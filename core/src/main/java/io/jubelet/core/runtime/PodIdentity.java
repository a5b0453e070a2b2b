package io.jubelet.core.runtime;

/// Which pod a sandbox or container belongs to, as its labels say.
public record PodIdentity(String namespace, String name, PodUid uid) {
    /// Upstream's full name: the name, an underscore, the namespace.
    public String fullName() {
        return name + "_" + namespace;
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
