package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.Path;

/// Whether something is mounted at a path. The kernel is asked about that one path, for the table
/// of all mounts grows with the pods of a node, and so would the price of every question.
///
/// Thread: stateless; the caller's thread does the host calls, and must be a platform thread.
final class MountPoint {
    private static final long MOUNT_ROOT = 0x2000;

    private MountPoint() {}

    /// @param path without links in it
    static boolean isMounted(Path path) throws IOException {
        var state = NativeCalls.attributes(path);
        return (state.known() & MOUNT_ROOT) == 0
                ? MountTable.read().typeAt(path).isPresent()
                : (state.set() & MOUNT_ROOT) != 0;
    }
}
