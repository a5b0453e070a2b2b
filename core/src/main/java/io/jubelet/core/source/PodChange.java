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

    /// Somebody asked the API server to delete the pod, or to do it sooner than before.
    record Deleted(DesiredPod pod) implements PodChange {
        @Override
        public PodUid uid() {
            return pod.uid();
        }
    }

    /// Nothing that is wanted differs, only what the API server says of the pod: its status or its
    /// version.
    record Reconciled(DesiredPod pod) implements PodChange {
        @Override
        public PodUid uid() {
            return pod.uid();
        }
    }

    /// The source has it no more.
    record Removed(PodUid uid) implements PodChange {}
}
