package io.jubelet.adapters.linux;

import io.jubelet.core.cgroup.CpuCalculator;
import io.jubelet.core.cgroup.HugePageCalculator;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Cgroups of the second generation: one tree, in which each folder says what those below it have.
///
/// Thread: any that may block.
/// Upstream: cgroup_v2_manager_linux.go, opencontainers/cgroups fs2.
final class CgroupV2Folders implements CgroupFolders {
    private static final Set<String> USED = Set.of("cpu", "cpuset", "memory", "hugetlb", "pids");
    private static final String CONTROLLERS = "cgroup.controllers";
    private static final String MAX = "max";

    private final Path top;
    private final List<Long> hugePageBytes;

    CgroupV2Folders(Path top, List<Long> hugePageBytes) {
        this.top = top;
        this.hugePageBytes = List.copyOf(hugePageBytes);
    }

    @Override
    public List<Path> of(CgroupName name) {
        return List.of(folder(name));
    }

    private Path folder(CgroupName name) {
        var folder = top;
        for (var part : name.parts()) {
            folder = folder.resolve(part);
        }
        return folder;
    }

    /// With every controller that we use and that the machine has.
    @Override
    public boolean exists(CgroupName name) throws IOException {
        var folder = folder(name);
        return CgroupFiles.isFolder(folder) && controllers(folder).containsAll(controllers(top));
    }

    private static Set<String> controllers(Path folder) throws IOException {
        var found = new TreeSet<>(CgroupFiles.words(folder.resolve(CONTROLLERS)));
        found.retainAll(USED);
        return found;
    }

    @Override
    public void make(CgroupName name) throws IOException {
        var folder = top;
        for (var part : name.parts()) {
            handDown(folder);
            folder = folder.resolve(part);
            CgroupFiles.makeFolder(folder);
        }
    }

    /// All controllers at once, or those that the kernel lets go one by one: some are refused while
    /// there are processes in the folder itself.
    private static void handDown(Path folder) throws IOException {
        var file = folder.resolve("cgroup.subtree_control");
        var lacking = new TreeSet<>(CgroupFiles.words(folder.resolve(CONTROLLERS)));
        lacking.removeAll(CgroupFiles.words(file));
        if (lacking.isEmpty()) {
            return;
        }
        try {
            CgroupFiles.write(file, "+" + String.join(" +", lacking));
        } catch (IOException refused) {
            for (var controller : lacking) {
                try {
                    CgroupFiles.write(file, "+" + controller);
                } catch (IOException alsoRefused) {
                    if (USED.contains(controller)) {
                        throw alsoRefused;
                    }
                }
            }
        }
    }

    @Override
    public void write(CgroupName name, CgroupLimits limits) throws IOException {
        var folder = folder(name);
        if (limits.cpuShares() != 0) {
            set(
                    folder,
                    "cpu",
                    "cpu.weight",
                    Long.toString(CpuCalculator.weight(limits.cpuShares())));
        }
        if (limits.cpuQuota() != 0 || limits.cpuPeriod() != 0) {
            var quota = limits.cpuQuota() > 0 ? Long.toString(limits.cpuQuota()) : MAX;
            var period =
                    limits.cpuPeriod() == 0
                            ? CpuCalculator.USUAL_PERIOD_MICROS
                            : limits.cpuPeriod();
            set(folder, "cpu", "cpu.max", quota + " " + period);
        }
        if (limits.memoryBytes() != 0) {
            set(folder, "memory", "memory.max", Long.toString(limits.memoryBytes()));
        }
        if (limits.pids() != 0) {
            set(folder, "pids", "pids.max", Long.toString(limits.pids()));
        }
        writeHugePages(folder, limits.hugePages());
        for (Map.Entry<String, String> file : limits.unified().entrySet()) {
            CgroupFiles.write(
                    folder.resolve(PathPart.checked("cgroup file", file.getKey())),
                    file.getValue());
        }
    }

    private void writeHugePages(Path folder, HugePages pages) throws IOException {
        if (!controllers(folder).contains("hugetlb")) {
            return;
        }
        for (var size : hugePageBytes) {
            var file = folder.resolve("hugetlb." + HugePageCalculator.sizeText(size) + ".max");
            switch (pages) {
                case HugePages.Kept _ -> {}
                case HugePages.Unbounded _ -> CgroupFiles.write(file, MAX);
                case HugePages.AtMost most ->
                        CgroupFiles.write(
                                file, Long.toString(most.bytesBySize().getOrDefault(size, 0L)));
            }
        }
    }

    private static void set(Path folder, String controller, String file, String value)
            throws IOException {
        if (!controllers(folder).contains(controller)) {
            throw new HostCallException("cgroup " + folder + " has no controller " + controller);
        }
        CgroupFiles.write(folder.resolve(file), value);
    }
}
