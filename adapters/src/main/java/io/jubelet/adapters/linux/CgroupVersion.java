package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.Path;

/// Which generation of cgroups this machine runs.
///
/// Upstream: the unified mode of opencontainers/cgroups. A cgroup2 file system beside the old
/// controllers does not count.
public enum CgroupVersion {
    V1,
    V2;

    static final Path ROOT = Path.of("/sys/fs/cgroup");

    public static CgroupVersion detect() {
        try {
            return of(MountTable.read());
        } catch (IOException failure) {
            throw new HostCallException(
                    "read /proc/self/mountinfo: " + HostErrors.line(failure), failure);
        }
    }

    static CgroupVersion of(MountTable mounts) {
        return mounts.typeAt(ROOT).filter("cgroup2"::equals).isPresent() ? V2 : V1;
    }
}
