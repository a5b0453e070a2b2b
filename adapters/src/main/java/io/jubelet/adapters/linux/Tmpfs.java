package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// File systems in memory.
///
/// Thread: one host call's.
/// Upstream: emptydir setupTmpfs.
final class Tmpfs {
    private Tmpfs() {}

    /// Kept out of swap where the kernel can do so.
    ///
    /// @param size in bytes; zero for the kernel's own limit
    static void mount(Path folder, long size) throws IOException {
        var options = size > 0 ? "size=" + size : "";
        try {
            NativeCalls.mount(
                    "tmpfs",
                    folder,
                    "tmpfs",
                    0,
                    options.isEmpty() ? "noswap" : options + ",noswap");
        } catch (FileSystemException olderKernel) {
            NativeCalls.mount("tmpfs", folder, "tmpfs", 0, options);
        }
    }
}
