package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;

/// How a source's pods differ from what it had before.
public sealed interface PodChange {
    record Added(DesiredPod pod) implements PodChange {}

    record Updated(DesiredPod pod) implements PodChange {}

    record Removed(PodUid pod) implements PodChange {}
}
