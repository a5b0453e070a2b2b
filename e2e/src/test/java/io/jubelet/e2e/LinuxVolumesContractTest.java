package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxContainerFiles;
import io.jubelet.adapters.linux.LinuxPodFiles;
import io.jubelet.adapters.linux.LinuxVolumeFiles;
import io.jubelet.adapters.linux.SharedMount;
import io.jubelet.core.host.ContainerFiles.SubPath;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.VolumeFiles;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.sim.contract.VolumeFilesContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Volumes on the real machine: what the contract asks, and what only a kernel can show.
class LinuxVolumesContractTest extends VolumeFilesContract {
    private static final HostCalls CALLS = new HostCalls(HostCalls.Limits.DEFAULT);

    @TempDir Path root;

    @Override
    protected VolumeFiles open() {
        return new LinuxVolumeFiles(root, CALLS);
    }

    @Override
    protected void close() {}

    @Test
    void anEmptyFolderIsForEverybody() throws IOException {
        files.setUp(POD, empty(OptionalLong.empty()));

        assertThat(mode(files.path(POD, SCRATCH))).isEqualTo(0777);
        assertThat(files.path(POD, SCRATCH))
                .endsWith("/pods/" + POD + "/volumes/kubernetes.io~empty-dir/scratch");
    }

    @Test
    void aFolderInMemoryIsMountedWithItsSize() throws IOException {
        files.setUp(POD, empty(OptionalLong.of(8 << 20)));

        assertThat(mounts(files.path(POD, SCRATCH)))
                .singleElement()
                .asString()
                .contains(" tmpfs ")
                .contains("size=8192k");
        files.tearDown(POD, SCRATCH);
        assertThat(mounts(files.path(POD, SCRATCH))).isEmpty();
    }

    /// The Go kubelet binds its root folder to itself unless it is shared. Done after ours mounted
    /// something below, that would hide it and keep its folder for ever.
    @Test
    void theRootIsAMountThatIsSharedBeforeTheFirstVolumeAndOnlyThen() throws IOException {
        SharedMount.make(root);
        try {
            assertThat(innermost(root)).contains(" shared:");
            var before = mounts(root.toString());
            files.setUp(POD, empty(OptionalLong.of(8 << 20)));
            SharedMount.make(root);
            assertThat(mounts(root.toString())).isEqualTo(before);
            assertThat(mounts(files.path(POD, SCRATCH))).hasSize(1);
            files.tearDown(POD, SCRATCH);
        } finally {
            Machine.unmount(root);
        }
    }

    @Test
    void aRootWithMountsBelowStaysAsItIs() throws IOException {
        files.setUp(POD, empty(OptionalLong.of(8 << 20)));
        SharedMount.make(root);
        assertThat(mounts(root.toString())).isEmpty();
        files.tearDown(POD, SCRATCH);
    }

    @Test
    void aGroupOwnsItsVolume() throws IOException {
        files.setUp(
                POD,
                new VolumeFiles.Order(
                        SCRATCH,
                        OptionalLong.empty(),
                        OptionalLong.of(4711),
                        Optional.empty(),
                        List.of()));

        assertThat(mode(files.path(POD, SCRATCH))).isEqualTo(02777);
        assertThat(Files.getAttribute(Path.of(files.path(POD, SCRATCH)), "unix:gid"))
                .isEqualTo(4711);
    }

    @Test
    void secretsLieInMemoryAndFollowTheirObject() throws IOException {
        files.setUp(POD, secret("old"));
        var key = Path.of(files.path(POD, SECRET), "key");
        assertThat(Files.readString(key)).isEqualTo("old");
        assertThat(mounts(files.path(POD, SECRET))).hasSize(1);

        files.setUp(POD, secret("new"));

        assertThat(Files.readString(key)).isEqualTo("new");
        assertThat(mounts(files.path(POD, SECRET))).hasSize(1);
    }

    @Test
    void aPodsFolderStaysWhileSomethingIsMountedInIt() {
        files.setUp(POD, secret("value"));
        var pods = new LinuxPodFiles(root, root.resolve("logs"), root.resolve("links"), CALLS);

        assertThatThrownBy(() -> pods.removePodDirectories(POD))
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("still mounted");
        assertThat(files.find(POD)).hasSize(1);
    }

    @Test
    void aSubPathIsBoundAndGoesWithItsVolume() throws IOException {
        files.setUp(POD, empty(OptionalLong.empty()));
        var containers = new LinuxContainerFiles(root, CALLS);
        var volume = files.path(POD, SCRATCH);

        var bound = containers.bindSubPath(POD, subPath(volume, "a/b"));
        Files.writeString(Path.of(bound, "file"), "x");

        assertThat(bound).endsWith("/volume-subpaths/scratch/app/0");
        assertThat(Path.of(volume, "a/b/file")).hasContent("x");
        assertThat(mode(volume + "/a/b")).isEqualTo(0777);
        assertThat(containers.bindSubPath(POD, subPath(volume, "a/b"))).isEqualTo(bound);
        files.tearDown(POD, SCRATCH);
        assertThat(mounts(bound)).isEmpty();
        assertThat(Path.of(bound)).doesNotExist();
    }

    @Test
    void aSubPathOfAFolderOfTheNodeGoesWithThePod() throws IOException {
        var ofTheNode = Files.createDirectory(root.resolve("node"));
        var kept =
                Files.writeString(Files.createDirectory(ofTheNode.resolve("a")).resolve("f"), "x");
        var bound =
                new LinuxContainerFiles(root, CALLS)
                        .bindSubPath(POD, subPath(ofTheNode.toString(), "a"));

        new LinuxPodFiles(root, root.resolve("logs"), root.resolve("links"), CALLS)
                .removePodDirectories(POD);

        assertThat(mounts(bound)).isEmpty();
        assertThat(Path.of(bound)).doesNotExist();
        assertThat(kept).hasContent("x");
    }

    @Test
    void noLinkLeadsASubPathOutOfItsVolume() throws IOException {
        files.setUp(POD, empty(OptionalLong.empty()));
        var containers = new LinuxContainerFiles(root, CALLS);
        var volume = files.path(POD, SCRATCH);
        Files.createSymbolicLink(Path.of(volume, "up"), Path.of("../.."));
        Files.createSymbolicLink(Path.of(volume, "etc"), Path.of("/etc"));
        Files.createSymbolicLink(Path.of(volume, "inside"), Path.of("here"));
        Files.createDirectory(Path.of(volume, "here"));

        assertThatThrownBy(() -> containers.bindSubPath(POD, subPath(volume, "up/x")))
                .isInstanceOf(HostCallException.class);
        assertThatThrownBy(() -> containers.bindSubPath(POD, subPath(volume, "etc")))
                .isInstanceOf(HostCallException.class);
        assertThat(containers.bindSubPath(POD, subPath(volume, "inside"))).isNotEmpty();
    }

    @Test
    void hostPathsAreWhatPodsTakeThemFor() throws IOException {
        var file = Files.writeString(root.resolve("file"), "");

        files.checkHostPath(POD, file.toString(), "File");
        files.checkHostPath(POD, root.resolve("new/dir").toString(), "DirectoryOrCreate");
        files.checkHostPath(POD, root.resolve("new/file").toString(), "FileOrCreate");
        files.checkHostPath(POD, "/dev/null", "CharDevice");
        assertThat(mode(root + "/new/dir")).isEqualTo(0755);
        assertThat(mode(root + "/new/file")).isEqualTo(0644);
        assertThatThrownBy(() -> files.checkHostPath(POD, file.toString(), "Directory"))
                .hasMessage("hostPath type check failed: " + file + " is not a directory");
        assertThatThrownBy(() -> files.checkHostPath(POD, root + "/none", "Socket"))
                .hasMessageEndingWith("is not a socket file");
    }

    private static SubPath subPath(String volume, String path) {
        return new SubPath("scratch", volume, path, "app", 0);
    }

    private static int mode(String path) throws IOException {
        return (int) Files.getAttribute(Path.of(path), "unix:mode") & 07777;
    }

    /// The mount that the folder lies on.
    private static String innermost(Path folder) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo")).reversed().stream()
                .filter(line -> folder.startsWith(line.split(" ", -1)[4]))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> mounts(String path) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                .filter(line -> line.contains(" " + path + " "))
                .toList();
    }
}
