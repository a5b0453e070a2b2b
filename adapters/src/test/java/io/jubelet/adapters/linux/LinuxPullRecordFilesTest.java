package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.PullRecordFiles.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxPullRecordFilesTest {
    @TempDir private Path root;
    private LinuxPullRecordFiles files;

    @BeforeEach
    void open() {
        files = new LinuxPullRecordFiles(root, new HostCalls(HostCalls.Limits.DEFAULT));
    }

    private Path pulled() {
        return root.resolve("image_manager/pulled");
    }

    @Test
    void whatWasNeverWrittenIsNotThere() {
        assertThat(files.all(Folder.PULLED)).isEmpty();
        assertThat(files.read(Folder.PULLING, "sha256-a")).isEmpty();
        files.delete(Folder.PULLING, "sha256-a");
    }

    @Test
    void filesLieWhereTheGoKubeletHasThemAndAreRootsAlone() throws IOException {
        files.write(Folder.PULLED, "sha256-a", "one");
        files.write(Folder.PULLED, "sha256-a", "two");
        files.write(Folder.PULLING, "sha256-a", "three");

        assertThat(pulled().resolve("sha256-a")).hasContent("two");
        assertThat(root.resolve("image_manager/pulling/sha256-a")).hasContent("three");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pulled())))
                .isEqualTo("rwx------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(pulled().resolve("sha256-a"))))
                .isEqualTo("rw-------");
    }

    @Test
    void draftsAndWhatIsNotOursArePassedOver() throws IOException {
        files.write(Folder.PULLED, "sha256-a", "one");
        Files.writeString(pulled().resolve("sha256-b.tmp"), "half");
        Files.writeString(pulled().resolve("README"), "not ours");
        Files.createDirectory(pulled().resolve("sha256-folder"));
        Files.createSymbolicLink(pulled().resolve("sha256-link"), Path.of("sha256-a"));

        assertThat(files.all(Folder.PULLED)).containsExactly("one");
    }

    @Test
    void whatIsNoTextIsThereAndEmpty() throws IOException {
        files.write(Folder.PULLED, "sha256-a", "one");
        Files.write(pulled().resolve("sha256-a"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(files.read(Folder.PULLED, "sha256-a")).contains("");
    }

    @Test
    void whatIsDeletedIsGone() {
        files.write(Folder.PULLED, "sha256-a", "one");
        files.delete(Folder.PULLED, "sha256-a");

        assertThat(files.read(Folder.PULLED, "sha256-a")).isEmpty();
    }
}
