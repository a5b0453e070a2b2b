package io.jubelet.adapters.linux;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// One generation of cgroups: where a cgroup's folders are, and which files in them hold what.
///
/// Thread: any that may block.
sealed interface CgroupFolders permits CgroupV1Folders, CgroupV2Folders {
    /// The cgroup's folder in each hierarchy that it may have one in.
    List<Path> of(CgroupName name);

    boolean exists(CgroupName name) throws IOException;

    /// Makes what lacks, from the top.
    void make(CgroupName name) throws IOException;

    void write(CgroupName name, CgroupLimits limits) throws IOException;

    static CgroupFolders detect(List<Long> hugePageBytes) throws IOException {
        var mounts = MountTable.read();
        return switch (CgroupVersion.of(mounts)) {
            case V1 -> CgroupV1Folders.of(mounts, hugePageBytes);
            case V2 -> new CgroupV2Folders(CgroupVersion.ROOT, hugePageBytes);
        };
    }
}
