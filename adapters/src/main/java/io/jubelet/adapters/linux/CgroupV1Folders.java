package io.jubelet.adapters.linux;

import io.jubelet.core.cgroup.HugePageCalculator;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Cgroups of the first generation: a tree of folders for each controller.
///
/// Thread: any that may block.
/// Upstream: cgroup_v1_manager_linux.go, opencontainers/cgroups fs.
final class CgroupV1Folders implements CgroupFolders {
    /// One without which a cgroup is not there; others are made and not missed.
    private static final Set<String> COUNT =
            Set.of("cpu", "cpuacct", "cpuset", "memory", "name=systemd", "pids", "hugetlb");

    private static final List<String> CPUSET = List.of("cpuset.cpus", "cpuset.mems");
    private static final long UNBOUNDED = 1L << 62;

    private final Map<String, Path> mounts;
    private final List<Long> hugePageBytes;

    /// @param mounts the top folder of each controller
    CgroupV1Folders(Map<String, Path> mounts, List<Long> hugePageBytes) {
        this.mounts = new TreeMap<>(mounts);
        this.hugePageBytes = List.copyOf(hugePageBytes);
    }

    /// Of several mounts of a controller, the one with the shortest path.
    static CgroupV1Folders of(MountTable table, List<Long> hugePageBytes) {
        var mounts = new TreeMap<String, Path>();
        for (var mount : table.mounts()) {
            if (!mount.type().equals("cgroup")) {
                continue;
            }
            for (var option : mount.options()) {
                if (isController(option)) {
                    mounts.merge(
                            option,
                            mount.point(),
                            (one, other) ->
                                    other.toString().length() < one.toString().length()
                                            ? other
                                            : one);
                }
            }
        }
        return new CgroupV1Folders(mounts, hugePageBytes);
    }

    /// Mount options that are not about the mount itself name controllers.
    private static boolean isController(String option) {
        return option.startsWith("name=")
                || !(option.equals("rw")
                        || option.equals("ro")
                        || option.equals("xattr")
                        || option.equals("noprefix")
                        || option.equals("clone_children")
                        || option.contains("="));
    }

    @Override
    public List<Path> of(CgroupName name) {
        var folders = new LinkedHashSet<Path>();
        mounts.values().forEach(mount -> folders.add(in(mount, name)));
        return List.copyOf(folders);
    }

    private static Path in(Path mount, CgroupName name) {
        var folder = mount;
        for (var part : name.parts()) {
            folder = folder.resolve(part);
        }
        return folder;
    }

    @Override
    public boolean exists(CgroupName name) {
        return mounts.entrySet().stream()
                .filter(entry -> COUNT.contains(entry.getKey()))
                .allMatch(entry -> CgroupFiles.isFolder(in(entry.getValue(), name)));
    }

    @Override
    public void make(CgroupName name) throws IOException {
        for (var mount : new LinkedHashSet<>(mounts.values())) {
            var folder = mount;
            for (var part : name.parts()) {
                var above = folder;
                folder = folder.resolve(part);
                CgroupFiles.makeFolder(folder);
                if (mount.equals(mounts.get("cpuset"))) {
                    inherit(above, folder);
                }
            }
        }
    }

    /// Nothing may run in a set without processors and memory.
    private static void inherit(Path above, Path folder) throws IOException {
        for (var file : CPUSET) {
            if (CgroupFiles.read(folder.resolve(file)).isEmpty()) {
                CgroupFiles.write(folder.resolve(file), CgroupFiles.read(above.resolve(file)));
            }
        }
    }

    @Override
    public void write(CgroupName name, CgroupLimits limits) throws IOException {
        if (limits.cpuShares() != 0) {
            set("cpu", name, "cpu.shares", limits.cpuShares());
        }
        writeQuota(name, limits);
        if (limits.memoryBytes() != 0) {
            set("memory", name, "memory.limit_in_bytes", limits.memoryBytes());
        }
        if (limits.pids() != 0) {
            set("pids", name, "pids.max", limits.pids());
        }
        if (mounts.containsKey("hugetlb")) {
            writeHugePages(name, limits.hugePages());
        }
    }

    /// The kernel refuses a period that does not fit the quota that stands; then the quota goes
    /// first.
    private void writeQuota(CgroupName name, CgroupLimits limits) throws IOException {
        Optional<IOException> refused = Optional.empty();
        if (limits.cpuPeriod() != 0) {
            try {
                set("cpu", name, "cpu.cfs_period_us", limits.cpuPeriod());
            } catch (FileSystemException failure) {
                throw failure;
            } catch (IOException failure) {
                refused = Optional.of(failure);
            }
        }
        if (limits.cpuQuota() != 0) {
            set("cpu", name, "cpu.cfs_quota_us", limits.cpuQuota());
            if (refused.isPresent()) {
                set("cpu", name, "cpu.cfs_period_us", limits.cpuPeriod());
            }
        } else if (refused.isPresent()) {
            throw refused.get();
        }
    }

    private void writeHugePages(CgroupName name, HugePages pages) throws IOException {
        for (var size : hugePageBytes) {
            var file = "hugetlb." + HugePageCalculator.sizeText(size) + ".limit_in_bytes";
            switch (pages) {
                case HugePages.Kept _ -> {}
                case HugePages.Unbounded _ -> set("hugetlb", name, file, UNBOUNDED);
                case HugePages.AtMost most ->
                        set("hugetlb", name, file, most.bytesBySize().getOrDefault(size, 0L));
            }
        }
    }

    private void set(String controller, CgroupName name, String file, long value)
            throws IOException {
        var mount = mounts.get(controller);
        if (mount == null) {
            throw new HostCallException("cgroup controller " + controller + " is not mounted");
        }
        CgroupFiles.write(in(mount, name).resolve(file), Long.toString(value));
    }
}
