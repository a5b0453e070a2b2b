package io.jubelet.server.endpoint;

import io.jubelet.api.core.Pod;

/// Tells static pods from those of the API server.
///
/// Thread: stateless.
public final class StaticPods {
    private static final String SOURCE = "kubernetes.io/config.source";

    private StaticPods() {}

    /// A pod of the API server may lack the annotation; any other source is ours.
    public static boolean isStatic(Pod pod) {
        return !pod.getMetadata().getAnnotationsOrDefault(SOURCE, "api").equals("api");
    }
}
