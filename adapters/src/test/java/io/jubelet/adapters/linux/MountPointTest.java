package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is mounted is told from what is not, one path at a time.
final class MountPointTest {
    @TempDir Path folder;

    @Test
    void aMountIsToldFromAFolderOnTheSameFileSystemAndFromAFile() throws IOException {
        var inside = Files.createDirectory(folder.resolve("inside"));
        var file = Files.createFile(folder.resolve("file"));

        assertThat(MountPoint.isMounted(Path.of("/proc"))).isTrue();
        assertThat(MountPoint.isMounted(inside)).isFalse();
        assertThat(MountPoint.isMounted(file)).isFalse();
    }

    @Test
    void aLinkToAMountIsNoMount() throws IOException {
        var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/proc"));

        assertThat(MountPoint.isMounted(link)).isFalse();
    }

    @Test
    void whatIsNotThereIsAnError() {
        assertThatThrownBy(() -> MountPoint.isMounted(folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
