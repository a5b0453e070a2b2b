package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.SystemExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The watch reads again at least once after every change; each test waits for the raise that its
/// change must cause, after all raises of before.
final class FolderWatchTest {
    private final SystemExecution execution = new SystemExecution();
    private final Signal changed = execution.signal("changed");
    @TempDir private Path temp;
    private LinuxManifestFolder watched =
            new LinuxManifestFolder(Path.of("/"), Host.CALLS, execution);

    @AfterEach
    void close() {
        watched.close();
    }

    /// Begins to watch, and waits until the watch stands.
    private void watch(Path path) {
        watched = new LinuxManifestFolder(path, Host.CALLS, execution);
        watched.notifyOnChange(changed);
        assertRaised();
    }

    private void assertRaised() {
        assertThat(changed.await(Host.SOON)).isTrue();
    }

    /// Raises may come late: waits until the reading shows what must be there.
    private void assertSeen(String texts) {
        while (!watched.read().toString().contains(texts)) {
            assertRaised();
        }
    }

    @Test
    void aRenameIntoTheFolderIsSeen() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        var written = Files.writeString(temp.resolve("new"), "N");
        watch(folder);

        Files.move(written, folder.resolve("web.yaml"), StandardCopyOption.ATOMIC_MOVE);

        assertRaised();
        assertSeen("text=N");
    }

    @Test
    void aFileWrittenInPlaceIsSeenWhenItIsClosed() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        watch(folder);

        try (var writer = Files.newBufferedWriter(folder.resolve("web.yaml"))) {
            writer.write("half");
            writer.flush();
            assertThat(changed.await(Duration.ofMillis(50))).isFalse();
            writer.write(" and half");
        }

        assertRaised();
        assertSeen("text=half and half");
    }

    @Test
    void aFileThatWentAndCameBackAtOnceIsToldOfOnce() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        var file = Files.writeString(folder.resolve("web.yaml"), "W");
        Files.writeString(folder.resolve("stays.yaml"), "S");
        watch(folder);

        Files.delete(file);
        Files.writeString(file, "W");
        Files.writeString(folder.resolve("last.yaml"), "L");

        assertSeen("text=L");
        var gone = new TreeSet<String>();
        while (gone.isEmpty()) {
            gone.addAll(watched.takeGone());
        }
        assertThat(gone).containsExactly(file.toString());
        assertThat(watched.takeGone()).isEmpty();
    }

    @Test
    void aSingleFileThatWasMovedAwayIsToldOf() throws IOException {
        var file = Files.writeString(temp.resolve("web.yaml"), "W");
        watch(file);

        Files.move(file, temp.resolve("aside"));

        assertRaised();
        assertThat(watched.takeGone()).containsExactly(file.toString());
    }

    @Test
    void aFileThatIsReplacedDidNotGo() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        var file = Files.writeString(folder.resolve("web.yaml"), "W");
        watch(folder);

        var next = Files.writeString(temp.resolve("next"), "N");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);

        assertSeen("text=N");
        assertThat(watched.takeGone()).isEmpty();
    }

    @Test
    void aDeletionIsSeen() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        var file = Files.writeString(folder.resolve("web.yaml"), "W");
        watch(folder);

        Files.delete(file);

        assertRaised();
    }

    @Test
    void aMoveOutIsSeen() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        var file = Files.writeString(folder.resolve("web.yaml"), "W");
        watch(folder);

        Files.move(file, temp.resolve("away"));

        assertRaised();
    }

    @Test
    void aNewLinkIsSeen() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        Files.writeString(temp.resolve("target"), "T");
        watch(folder);

        Files.createSymbolicLink(folder.resolve("web.yaml"), temp.resolve("target"));

        assertRaised();
        assertSeen("text=T");
    }

    @Test
    void dotFilesWakeNobody() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        watch(folder);

        Files.writeString(folder.resolve(".web.yaml.swp"), "half");

        assertThat(changed.await(Duration.ofMillis(50))).isFalse();
    }

    @Test
    void aFolderThatAppearsIsSeenAndWatched() throws IOException {
        var folder = temp.resolve("etc/kubernetes/manifests");
        watch(folder);

        Files.createDirectories(folder);
        assertRaised();
        Files.writeString(folder.resolve("web.yaml"), "W");

        assertSeen("text=W");
        Files.writeString(folder.resolve("log.yaml"), "L");
        assertSeen("text=L");
    }

    @Test
    void aFolderThatIsReplacedIsWatchedStill() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        watch(folder);

        Files.move(folder, temp.resolve("old"));
        Files.createDirectory(folder);
        Files.writeString(folder.resolve("web.yaml"), "W");

        assertSeen("text=W");
        Files.writeString(folder.resolve("log.yaml"), "L");
        assertSeen("text=L");
    }

    @Test
    void aFolderThatIsDeletedAndMadeAnewIsWatchedStill() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        watch(folder);

        Files.delete(folder);
        assertRaised();
        Files.createDirectory(folder);
        Files.writeString(folder.resolve("web.yaml"), "W");

        assertSeen("text=W");
    }

    @Test
    void aSingleFileIsWatchedThroughItsReplacement() throws IOException {
        var file = Files.writeString(temp.resolve("web.yaml"), "one");
        watch(file);

        Files.writeString(temp.resolve("new"), "two");
        Files.move(temp.resolve("new"), file, StandardCopyOption.ATOMIC_MOVE);
        assertSeen("text=two");
        Files.writeString(file, "three");

        assertSeen("text=three");
    }

    @Test
    void manyChangesAtOnceAreNotLost() throws IOException {
        var folder = Files.createDirectory(temp.resolve("manifests"));
        watch(folder);

        for (var i = 0; i < 500; i++) {
            Files.writeString(folder.resolve("pod-" + i), "P" + i + "!");
        }

        assertSeen("text=P499!");
    }
}
