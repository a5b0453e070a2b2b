package io.jubelet.core.host;

import com.google.protobuf.ByteString;
import io.jubelet.core.runtime.PodUid;
import java.util.Optional;

/// The files of the node that containers see beside their volumes.
///
/// Every method blocks and throws [HostCallException]; a call that outlives its deadline is
/// abandoned.
///
/// Thread: any; implementations are safe for concurrent use.
public interface ContainerFiles {
    /// Writes the pod's hosts file in place, for containers that run have it mounted already;
    /// answers its path.
    String writeHosts(PodUid pod, String text);

    /// The node's own hosts file.
    String nodeHosts();

    /// Makes an empty file that any user may write, for the last words of one container instance;
    /// answers its path.
    ///
    /// @param instance tells this run of the container from others
    String makeTerminationLog(PodUid pod, String container, String instance);

    /// Binds a path inside a volume to a place that no pod can bend; answers that place. What is
    /// not there is made as a folder with the volume's mode.
    String bindSubPath(PodUid pod, SubPath subPath);

    /// The first bytes of a file that a container wrote, at most so many; empty if there is none.
    String readHead(PodUid pod, String path, int bytes);

    /// The last lines of a file, at most so many of each; empty if there is none.
    String readTail(PodUid pod, String path, int lines, int bytes);

    /// The whole of a plain file that a pod wrote into one of its volumes; empty if there is
    /// none. No link leads out of the volume. Fails if the file is longer than that.
    ///
    /// @param volumePath where the volume lies
    /// @param path inside the volume, relative, with no way back up
    Optional<ByteString> readInVolume(PodUid pod, String volumePath, String path, int most);

    /// @param volumePath where the volume lies
    /// @param path inside the volume, relative, with no way back up
    /// @param index the mount's place in the container
    record SubPath(String volume, String volumePath, String path, String container, int index) {}
}
