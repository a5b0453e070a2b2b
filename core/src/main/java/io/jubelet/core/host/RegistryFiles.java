package io.jubelet.core.host;

import java.util.List;

/// Docker's configuration files on this machine, which may hold credentials.
///
/// Thread: any; blocks for the disk.
public interface RegistryFiles {
    /// Those that are there and can be read, in the order in which they count.
    List<RegistryFile> read();

    /// One of them.
    ///
    /// @param nested whether it is of the newer form, where the places stand under `auths`
    record RegistryFile(String path, boolean nested, String content) {
        /// Tells nothing of the content.
        @Override
        public String toString() {
            return path;
        }
    }
}
