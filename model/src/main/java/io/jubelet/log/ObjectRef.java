package io.jubelet.log;

/// Names a Kubernetes object in a log line: `namespace/name` in text, an object in JSON.
///
/// Thread: immutable. Upstream: klog `KRef`.
public record ObjectRef(String namespace, String name) {
    public static ObjectRef of(String namespace, String name) {
        return new ObjectRef(namespace, name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
