package io.jubelet.core.host;

import io.jubelet.core.runtime.PodUid;
import java.util.Map;

/// The file in a pod's folder that says which ids of the node stand for the pod's own.
///
/// Every method blocks and throws [HostCallException].
///
/// Thread: any; implementations are safe for concurrent use.
public interface UserIdFiles {
    /// What the file says, of every pod that has one.
    Map<PodUid, String> readAll();

    /// Puts the text in the file's place; it outlives a machine that loses its power.
    void write(PodUid pod, String text);
}
