package io.jubelet.core.host;

import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.util.Set;

/// The pod folders under the root directory and the log directory.
///
/// Every method blocks and throws [HostCallException]; a call that outlives its deadline is
/// abandoned. Removal never crosses a mount and never follows a link.
///
/// Thread: any; implementations are safe for concurrent use.
public interface PodFiles {
    /// The folder of the pod's logs, whether it exists or not.
    String logDirectory(PodIdentity pod);

    /// The logs in the log directory.
    LogStore logs();

    /// Which ids pods have.
    UserIdFiles userIds();

    /// Makes the pod's own folder and its log folder. Idempotent.
    void makePodDirectories(PodIdentity pod);

    /// Makes the log folder of one container; answers whether there was none before, so that no
    /// log can be in it. Idempotent.
    boolean makeContainerLogDirectory(PodIdentity pod, String container);

    /// Removes the pod's own folder and every log folder of that uid. Idempotent.
    void removePodDirectories(PodUid pod);

    /// Removes the pod's own folder and leaves its logs. Idempotent.
    void removePodFolder(PodUid pod);

    /// The pods that have a folder under the root directory or the log directory.
    Set<PodUid> podsWithDirectories();
}
