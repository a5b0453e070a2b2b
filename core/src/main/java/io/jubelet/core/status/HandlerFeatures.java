package io.jubelet.core.status;

import io.jubelet.core.desired.DesiredPod;

/// What the way in which a pod is run can do, as far as the runtime tells.
///
/// Thread: any; answers at once.
public interface HandlerFeatures {
    /// Of a runtime that tells nothing.
    HandlerFeatures NONE = _ -> false;

    /// Whether what is mounted below a read-only volume can be read-only too.
    boolean recursiveReadOnly(DesiredPod pod);
}
