package io.jubelet.server.view;

import io.jubelet.api.core.Pod;
import io.jubelet.model.pod.PodNames;

/// Tells static pods from those of the API server.
///
/// Thread: stateless.
public final class StaticPods {
    private static final String FROM_API = "api";

    private StaticPods() {}

    /// A pod of the API server may lack the annotation; any other source is ours.
    public static boolean isStatic(Pod pod) {
        return !pod.getMetadata()
                .getAnnotationsOrDefault(PodNames.CONFIG_SOURCE, FROM_API)
                .equals(FROM_API);
    }
}
