package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinuxPodFilesTest {
    private static final PodUid UID = new PodUid("uid-1");
    private static final PodIdentity POD = new PodIdentity("default", "web", UID);

    @TempDir private Path temp;
    private Path root;
    private Path logs;
    private LinuxPodFiles files;

    @BeforeEach
    void prepare() {
        root = temp.resolve("root");
        logs = temp.resolve("logs");
        RootDirectory.prepare(root, logs, temp.resolve("links"));
        files = new LinuxPodFiles(root, logs, temp.resolve("links"), Host.CALLS);
    }

    private Path podFolder() {
        return root.resolve("pods/uid-1");
    }

    private static String mode(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void makesThePodsFolders() {
        files.makePodDirectories(POD);

        assertThat(mode(podFolder())).isEqualTo("rwxr-x---");
        assertThat(mode(podFolder().resolve("volumes"))).isEqualTo("rwxr-x---");
        assertThat(mode(podFolder().resolve("plugins"))).isEqualTo("rwxr-x---");
        assertThat(mode(logs.resolve("default_web_uid-1"))).isEqualTo("rwxr-xr-x");
        assertThat(files.logDirectory(POD)).isEqualTo(logs + "/default_web_uid-1");
    }

    @Test
    void makesAContainersLogFolder() {
        files.makeContainerLogDirectory(POD, "app");

        assertThat(mode(logs.resolve("default_web_uid-1/app"))).isEqualTo("rwxr-xr-x");
    }

    @Test
    void makingTwiceIsMakingOnce() {
        files.makePodDirectories(POD);
        files.makePodDirectories(POD);

        assertThat(files.podsWithDirectories()).containsExactly(UID);
    }

    @Test
    void aLinkInThePlaceOfTheFolderIsRefused() throws IOException {
        Files.createSymbolicLink(podFolder(), temp);

        assertThatThrownBy(() -> files.makePodDirectories(POD))
                .isInstanceOf(HostCallException.class)
                .hasMessage(
                        "make the folders of pod default/web: %s: exists and is not a directory",
                        podFolder());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "../../etc", "a\0b"})
    void aUidThatIsNoNameIsRefused(String uid) {
        assertThatThrownBy(() -> files.removePodDirectories(new PodUid(uid)))
                .isInstanceOf(HostCallException.class)
                .hasMessage("pod uid \"" + uid + "\" cannot be the name of a folder");
    }

    @Test
    void aContainerNameThatIsNoNameIsRefused() {
        assertThatThrownBy(() -> files.makeContainerLogDirectory(POD, "../x"))
                .hasMessage("container \"../x\" cannot be the name of a folder");
    }

    @Test
    void listsPodsWithAFolderOrLogs() throws IOException {
        files.makePodDirectories(POD);
        Files.createDirectory(logs.resolve("ns_gone_uid-2"));
        Files.createDirectory(logs.resolve("stranger"));
        Files.writeString(root.resolve("pods/file"), "");

        assertThat(files.podsWithDirectories()).containsExactly(UID, new PodUid("uid-2"));
    }

    @Test
    void nothingIsThereBeforeTheRootIs() {
        var none =
                new LinuxPodFiles(
                        temp.resolve("no"),
                        temp.resolve("none"),
                        temp.resolve("links"),
                        Host.CALLS);

        assertThat(none.podsWithDirectories()).isEmpty();
    }

    @Test
    void removesEverythingOfThePodAndNothingElse() throws IOException {
        files.makePodDirectories(POD);
        files.makePodDirectories(new PodIdentity("default", "log", new PodUid("uid-2")));
        Files.createDirectories(podFolder().resolve("volumes/a/b/c"));
        Files.writeString(podFolder().resolve("volumes/a/b/file"), "x");
        Files.writeString(logs.resolve("default_web_uid-1/0.log"), "x");

        files.removePodDirectories(UID);
        files.removePodDirectories(UID);

        assertThat(files.podsWithDirectories()).containsExactly(new PodUid("uid-2"));
        assertThat(exists(podFolder())).isFalse();
        assertThat(exists(logs.resolve("default_web_uid-1"))).isFalse();
    }

    @Test
    void aLinkIsRemovedAndNotFollowed() throws IOException {
        files.makePodDirectories(POD);
        var precious = Files.createDirectory(temp.resolve("precious"));
        Files.writeString(precious.resolve("file"), "keep");
        Files.createSymbolicLink(podFolder().resolve("volumes/trap"), precious);
        Files.createSymbolicLink(podFolder().resolve("file"), precious.resolve("file"));

        files.removePodDirectories(UID);

        assertThat(exists(podFolder())).isFalse();
        assertThat(precious.resolve("file")).hasContent("keep");
    }

    @Test
    void aLinkInThePlaceOfThePodsFolderIsRemovedAndNotFollowed() throws IOException {
        var precious = Files.createDirectory(temp.resolve("precious"));
        Files.writeString(precious.resolve("file"), "keep");
        Files.createSymbolicLink(podFolder(), precious);

        files.removePodDirectories(UID);

        assertThat(exists(podFolder())).isFalse();
        assertThat(precious.resolve("file")).hasContent("keep");
    }

    @Test
    void aPipeInTheFolderIsRemoved() {
        files.makePodDirectories(POD);
        Host.fifo(podFolder().resolve("pipe"));

        files.removePodDirectories(UID);

        assertThat(exists(podFolder())).isFalse();
    }

    @Test
    void aTreeDeeperThanAnyPathIsRemoved() throws IOException {
        files.makePodDirectories(POD);
        var folder = podFolder().resolve("volumes");
        // Built from the inside out, for no path names the innermost folder of the result.
        var inner = Files.createDirectory(folder.resolve("x".repeat(60)));
        for (var i = 0; i < 200; i++) {
            var outer = Files.createDirectory(folder.resolve("y"));
            Files.move(inner, outer.resolve(inner.getFileName()));
            Files.move(outer, inner);
        }

        files.removePodDirectories(UID);

        assertThat(exists(podFolder())).isFalse();
    }

    @Test
    void aRootBehindALinkIsStillRemovedFrom() throws IOException {
        var link = Files.createSymbolicLink(temp.resolve("link"), root);
        files.makePodDirectories(POD);

        new LinuxPodFiles(link, logs, temp.resolve("links"), Host.CALLS).removePodDirectories(UID);

        assertThat(exists(podFolder())).isFalse();
    }

    @Test
    void aMountBelowIsNeverEntered() throws IOException {
        assumeTrue(Host.isRoot(), "SKIPPED: a bind mount needs root");
        files.makePodDirectories(POD);
        var precious = Files.createDirectory(temp.resolve("precious"));
        Files.writeString(precious.resolve("file"), "keep");
        var point = Files.createDirectories(podFolder().resolve("volumes/with blank"));
        Host.run("mount", "--bind", precious.toString(), point.toString());
        try {
            assertThatThrownBy(() -> files.removePodDirectories(UID))
                    .isInstanceOf(HostCallException.class)
                    .hasMessage(
                            "remove "
                                    + podFolder().toRealPath()
                                    + ": "
                                    + point.toRealPath()
                                    + " is still mounted");
            assertThat(precious.resolve("file")).hasContent("keep");
        } finally {
            Host.run("umount", point.toString());
        }
        files.removePodDirectories(UID);
        assertThat(exists(podFolder())).isFalse();
        assertThat(precious.resolve("file")).hasContent("keep");
    }
}
