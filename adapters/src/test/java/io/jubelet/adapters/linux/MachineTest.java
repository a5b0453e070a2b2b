package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineTest {
    private static final String V1 =
            "30 25 0:26 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755";
    private static final String UNIFIED =
            "31 30 0:27 / /sys/fs/cgroup/unified rw shared:9 - cgroup2 cgroup2 rw";
    private static final String V2 =
            "30 25 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";

    @TempDir private Path temp;

    @Test
    void cgroupVersionTwoIsAUnifiedRoot() {
        assertThat(CgroupVersion.of(MountTable.parse(List.of(V2)))).isEqualTo(CgroupVersion.V2);
    }

    @Test
    void aUnifiedFolderBesideTheOldControllersIsVersionOne() {
        assertThat(CgroupVersion.of(MountTable.parse(List.of(V1, UNIFIED))))
                .isEqualTo(CgroupVersion.V1);
    }

    @Test
    void theLastOfTwoMountsOnOneFolderCounts() {
        assertThat(CgroupVersion.of(MountTable.parse(List.of(V1, V2)))).isEqualTo(CgroupVersion.V2);
    }

    @Test
    void noCgroupsAreVersionOne() {
        assertThat(CgroupVersion.of(MountTable.parse(List.of()))).isEqualTo(CgroupVersion.V1);
    }

    @Test
    void thisMachineHasAVersionAndAMountedRoot() throws IOException {
        assertThat(CgroupVersion.detect()).isNotNull();
        assertThat(MountTable.read().typeAt(Path.of("/"))).isPresent();
    }

    @Test
    void blanksInMountPointsAreRead() {
        var table = MountTable.parse(List.of("1 2 0:1 / /a\\040b\\134c rw - ext4 /dev/x rw"));

        assertThat(table.firstAtOrBelow(Path.of("/a b\\c"))).contains(Path.of("/a b\\c"));
    }

    @Test
    void aNeighbourWithALongerNameIsNotBelow() {
        var table = MountTable.parse(List.of("1 2 0:1 / /pods/uid-10 rw - ext4 /dev/x rw"));

        assertThat(table.firstAtOrBelow(Path.of("/pods/uid-1"))).isEmpty();
        assertThat(table.firstAtOrBelow(Path.of("/pods"))).isPresent();
    }

    @Test
    void linesOfAnotherFormAreLeftOut() {
        assertThat(MountTable.parse(List.of("", "nonsense", "- -")).mounts()).isEmpty();
    }

    @Test
    void aPathIsSharedAsTheInnermostMountIsThatItLiesOn() {
        var table =
                MountTable.parse(
                        List.of(
                                "1 0 0:1 / / rw shared:1 - ext4 /dev/x rw",
                                "2 1 0:1 / /private rw - ext4 /dev/x rw",
                                "3 2 0:1 / /private/root rw shared:7 master:1 - ext4 /dev/x rw"));
        assertThat(table.isShared(Path.of("/var/lib/kubelet"))).isTrue();
        assertThat(table.isShared(Path.of("/private/rooted"))).isFalse();
        assertThat(table.isShared(Path.of("/private/root/pods"))).isTrue();
        assertThat(table.firstBelow(Path.of("/private"))).contains(Path.of("/private/root"));
        assertThat(table.firstBelow(Path.of("/private/root"))).isEmpty();
    }

    @Test
    void heatFilesOfExistingCpusAreMasked() throws IOException {
        Files.writeString(temp.resolve("possible"), "0-2,5\n");
        for (var cpu : List.of("cpu1", "cpu5", "cpu7")) {
            Files.createDirectories(temp.resolve(cpu + "/thermal_throttle"));
        }

        var masked = MaskedPaths.of(temp);

        assertThat(masked)
                .startsWith("/proc/asound", "/proc/acpi")
                .endsWith(
                        "/sys/devices/virtual/powercap",
                        temp + "/cpu1/thermal_throttle",
                        temp + "/cpu5/thermal_throttle")
                .hasSize(14);
    }

    @Test
    void theRootGetsItsFoldersWithTheirModes() throws IOException {
        var root = temp.resolve("lib/kubelet");

        RootDirectory.prepare(root, temp.resolve("logs"), temp.resolve("links"));
        RootDirectory.prepare(root, temp.resolve("logs"), temp.resolve("links"));

        var modes = new TreeMap<String, String>();
        try (var folders = Files.newDirectoryStream(root)) {
            for (var folder : folders) {
                modes.put(
                        String.valueOf(folder.getFileName()),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
            }
        }
        assertThat(modes.toString())
                .isEqualTo(
                        "{checkpoints=rwx------, jubelet=rwx------, plugins=rwxr-x---,"
                                + " plugins_registry=rwxr-x---, pod-resources=rwxr-x---,"
                                + " pods=rwxr-x---}");
        assertThat(temp.resolve("logs")).isDirectory();
    }

    @Test
    void aRootThatIsAFileIsOneClearLine() throws IOException {
        var root = Files.writeString(temp.resolve("file"), "");

        assertThatThrownBy(
                        () ->
                                RootDirectory.prepare(
                                        root, temp.resolve("logs"), temp.resolve("links")))
                .isInstanceOf(HostCallException.class)
                .hasMessage(
                        "error creating root directory: %s: exists and is not a directory", root);
    }

    @Test
    void aRootThatIsNotCanonicalIsRefusedAsUpstreamDoes() {
        assertThatThrownBy(
                        () ->
                                RootDirectory.prepare(
                                        Path.of("/var/x/../y"),
                                        temp.resolve("logs"),
                                        temp.resolve("links")))
                .hasMessage(
                        "rootDirectory not in canonical form: expected /var/y, was /var/x/../y");
    }
}
