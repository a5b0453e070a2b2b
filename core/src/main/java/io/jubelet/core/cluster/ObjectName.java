package io.jubelet.core.cluster;

/// Where an object of a resource is found.
///
/// @param namespace empty for objects of the whole cluster
public record ObjectName(String namespace, String name) {
    /// Of an object that is in no namespace.
    public static ObjectName ofCluster(String name) {
        return new ObjectName("", name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
