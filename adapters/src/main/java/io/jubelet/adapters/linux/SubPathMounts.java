package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// The folder of a pod below which parts of its volumes are bound for its containers. No pod sees
/// that folder, so only what this agent itself bound can lie there.
///
/// Thread: stateless; the caller's thread does the host calls.
final class SubPathMounts {
    static final String FOLDER = "volume-subpaths";

    private SubPathMounts() {}

    /// Unbinds everything below this folder, which need not be there.
    static void unmountBelow(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        var points = MountTable.read().allBelow(folder.toRealPath());
        for (var point : points.reversed()) {
            NativeCalls.unmount(point);
        }
    }
}
