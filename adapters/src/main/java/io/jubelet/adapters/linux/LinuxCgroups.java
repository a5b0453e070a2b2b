package io.jubelet.adapters.linux;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The cgroups of this machine, as the cgroupfs driver has them: folders that we make and remove
/// ourselves.
///
/// Thread: any; the work is done by [HostCalls].
/// Upstream: cgroup_manager_linux.go with the driver cgroupfs.
public final class LinuxCgroups implements Cgroups {
    private final CgroupFolders folders;
    private final HostCalls calls;

    LinuxCgroups(CgroupFolders folders, HostCalls calls) {
        this.folders = folders;
        this.calls = calls;
    }

    /// @param hugePageBytes the sizes of huge pages that the machine knows
    public static LinuxCgroups open(List<Long> hugePageBytes, HostCalls calls) {
        try {
            return new LinuxCgroups(CgroupFolders.detect(hugePageBytes), calls);
        } catch (IOException failure) {
            throw new HostCallException("find cgroups: " + HostErrors.line(failure), failure);
        }
    }

    @Override
    public boolean exists(CgroupName name) {
        return call(name, "look for cgroup ", () -> folders.exists(name));
    }

    @Override
    public void make(CgroupName name, CgroupLimits limits) {
        call(
                name,
                "make cgroup ",
                () -> {
                    folders.make(name);
                    folders.write(name, limits);
                    return true;
                });
    }

    @Override
    public void update(CgroupName name, CgroupLimits limits) {
        call(
                name,
                "update cgroup ",
                () -> {
                    folders.write(name, limits);
                    return true;
                });
    }

    /// Never the root itself, whatever a configuration says.
    @Override
    public Optional<String> remove(CgroupName name) {
        if (name.parts().isEmpty()) {
            throw new HostCallException("the root of all cgroups is not ours to remove");
        }
        return call(name, "remove cgroup ", () -> CgroupRemoval.remove(folders.of(name)));
    }

    @Override
    public Set<String> children(CgroupName name) {
        return call(
                name,
                "list cgroup ",
                () -> {
                    var found = new TreeSet<String>();
                    for (var folder : folders.of(name)) {
                        CgroupFiles.below(folder)
                                .forEach(each -> found.add(each.getFileName().toString()));
                    }
                    return found;
                });
    }

    private <T> T call(CgroupName name, String what, HostCalls.Body<T> body) {
        return calls.call(name.cgroupfs(), what + name, body);
    }
}
