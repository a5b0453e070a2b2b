package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which folders and files are meant, on folders that are no cgroups; the contract test has real
/// ones.
final class CgroupFoldersTest {
    private static final CgroupName POD = CgroupName.parse("/kubepods/pod1");
    private static final CgroupLimits LIMITS =
            new CgroupLimits(
                    1024,
                    -1,
                    100_000,
                    1 << 20,
                    7,
                    new HugePages.AtMost(Map.of(2L << 20, 4L << 20)),
                    Map.of("memory.oom.group", "1"));

    @TempDir Path top;

    private Path pod;

    @BeforeEach
    void prepare() throws IOException {
        pod = Files.createDirectories(top.resolve("kubepods/pod1"));
    }

    @Test
    void controllersMayShareAHierarchyAndTheShortestPathWins() {
        var mounts =
                MountTable.parse(
                        List.of(
                                "1 0 0:1 / /elsewhere/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct",
                                "2 0 0:1 / /c/cpu rw - cgroup cgroup rw,cpu,cpuacct",
                                "3 0 0:2 / /c/systemd rw - cgroup cgroup rw,xattr,name=systemd",
                                "4 0 0:3 / /c/unified rw - cgroup2 cgroup2 rw",
                                "5 0 0:4 / /c rw - tmpfs tmpfs rw,mode=755"));

        assertThat(CgroupV1Folders.of(mounts, List.of()).of(POD))
                .containsExactly(
                        Path.of("/c/cpu/kubepods/pod1"), Path.of("/c/systemd/kubepods/pod1"));
    }

    @Test
    void aControllerThatIsMissingIsNamed() {
        var folders = new CgroupV1Folders(Map.of("cpu", top), List.of());

        assertThatThrownBy(
                        () ->
                                folders.write(
                                        POD,
                                        new CgroupLimits(
                                                0, 0, 0, 1, 0, HugePages.AtMost.NONE, Map.of())))
                .isInstanceOf(HostCallException.class)
                .hasMessage("cgroup controller memory is not mounted");
    }

    @Test
    void writesTheFilesOfTheSecondGeneration() throws IOException {
        files("cgroup.controllers", "cpu.weight", "cpu.max", "memory.max", "memory.oom.group");
        files("pids.max", "hugetlb.2MB.max", "hugetlb.1GB.max");
        Files.writeString(pod.resolve("cgroup.controllers"), "cpu memory pids hugetlb io\n");

        new CgroupV2Folders(top, List.of(2L << 20, 1L << 30)).write(POD, LIMITS);

        assertThat(pod.resolve("cpu.weight")).hasContent("39");
        assertThat(pod.resolve("cpu.max")).hasContent("max 100000");
        assertThat(pod.resolve("memory.max")).hasContent("1048576");
        assertThat(pod.resolve("pids.max")).hasContent("7");
        assertThat(pod.resolve("hugetlb.2MB.max")).hasContent("4194304");
        assertThat(pod.resolve("hugetlb.1GB.max")).hasContent("0");
        assertThat(pod.resolve("memory.oom.group")).hasContent("1");
    }

    @Test
    void writesTheFilesOfTheFirstGeneration() throws IOException {
        files("cpu.shares", "cpu.cfs_quota_us", "cpu.cfs_period_us", "memory.limit_in_bytes");
        files("pids.max", "hugetlb.2MB.limit_in_bytes", "hugetlb.1GB.limit_in_bytes");
        var mounts = Map.of("cpu", top, "memory", top, "pids", top, "hugetlb", top);

        new CgroupV1Folders(mounts, List.of(2L << 20, 1L << 30)).write(POD, LIMITS);

        assertThat(pod.resolve("cpu.shares")).hasContent("1024");
        assertThat(pod.resolve("cpu.cfs_quota_us")).hasContent("-1");
        assertThat(pod.resolve("cpu.cfs_period_us")).hasContent("100000");
        assertThat(pod.resolve("memory.limit_in_bytes")).hasContent("1048576");
        assertThat(pod.resolve("hugetlb.2MB.limit_in_bytes")).hasContent("4194304");
        assertThat(pod.resolve("hugetlb.1GB.limit_in_bytes")).hasContent("0");
    }

    @Test
    void aCgroupThatLacksAControllerIsNotThere() throws IOException {
        Files.writeString(top.resolve("cgroup.controllers"), "cpu memory pids io\n");
        Files.writeString(pod.resolve("cgroup.controllers"), "cpu pids\n");
        var folders = new CgroupV2Folders(top, List.of());

        assertThat(folders.exists(POD)).isFalse();
        Files.writeString(pod.resolve("cgroup.controllers"), "cpu memory pids\n");
        assertThat(folders.exists(POD)).isTrue();
    }

    private void files(String... names) throws IOException {
        for (var name : names) {
            Files.createFile(pod.resolve(name));
        }
    }
}
