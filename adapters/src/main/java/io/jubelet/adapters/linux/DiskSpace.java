package io.jubelet.adapters.linux;

import io.jubelet.core.runtime.ImageService.Space;
import java.nio.file.Files;
import java.nio.file.Path;

/// How full the disks are.
///
/// Thread: any; a dead disk holds up its caller for the deadline of [HostCalls].
public final class DiskSpace {
    private final HostCalls calls = new HostCalls(HostCalls.Limits.DEFAULT);

    /// The disk on which that folder is.
    public Space of(String folder) {
        return calls.call(
                "disk space",
                "stat " + folder,
                () -> {
                    var disk = Files.getFileStore(Path.of(folder));
                    return new Space(disk.getTotalSpace(), disk.getUsableSpace());
                });
    }
}
