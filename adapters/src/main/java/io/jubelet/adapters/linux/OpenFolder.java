package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.Path;

/// A folder held open, so that what is done in it is done in this very folder, whatever becomes of
/// its path.
///
/// Thread: one host call's.
final class OpenFolder implements AutoCloseable {
    private final int descriptor;

    private OpenFolder(int descriptor) {
        this.descriptor = descriptor;
    }

    /// Refuses a link in the last part of the path.
    static OpenFolder at(Path path) throws IOException {
        return new OpenFolder(NativeCalls.openFolder(path));
    }

    /// Follows links, for paths that the node's owner chose.
    static OpenFolder ofNode(Path path) throws IOException {
        return new OpenFolder(NativeCalls.openNodeFolder(path));
    }

    /// Something in it, by a path of which no link leads out.
    OpenFolder below(String path) throws IOException {
        return new OpenFolder(NativeCalls.openBelow(descriptor, path));
    }

    /// A path by which the kernel finds this folder again.
    Path path() {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    @Override
    public void close() {
        NativeCalls.close(descriptor);
    }
}
