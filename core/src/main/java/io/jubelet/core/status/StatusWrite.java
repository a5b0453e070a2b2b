package io.jubelet.core.status;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.cluster.ObjectName;

/// What has to be told the API server about one pod.
sealed interface StatusWrite {
    /// It knows all.
    record Nothing() implements StatusWrite {}

    /// @param status what it has then
    record Change(ObjectName name, String uid, String patch, PodStatus status)
            implements StatusWrite {}

    /// The pod has ended and somebody asked to delete it: it may go.
    record Removal(ObjectName name, String uid) implements StatusWrite {}
}
