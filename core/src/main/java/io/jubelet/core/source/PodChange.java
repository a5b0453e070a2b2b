package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;

/// How a source's pods differ from what it had before.
public sealed interface PodChange {
    /// Which pod it is about.
    PodUid uid();

    record Added(DesiredPod pod) implements PodChange {
        @Override
        public PodUid uid() {
            return pod.uid();
        }
    }

    record Updated(DesiredPod pod) implements PodChange {
        @Override
        public PodUid uid() {
            return pod.uid();
        }
    }

    record Removed(PodUid uid) implements PodChange {}
}
