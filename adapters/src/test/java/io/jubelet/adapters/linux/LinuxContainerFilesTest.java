package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that a pod wrote into its volume are read, and nothing else by their names.
final class LinuxContainerFilesTest {
    private static final PodUid POD = new PodUid("uid");
    private static final int MOST = 100;

    @TempDir Path root;
    private Path volume = Path.of("");
    private LinuxContainerFiles files = new LinuxContainerFiles(volume, Host.CALLS);

    @BeforeEach
    void aVolumeWithAFile() throws IOException {
        files = new LinuxContainerFiles(root, Host.CALLS);
        volume = Files.createDirectories(root.resolve("volume"));
        Files.writeString(root.resolve("secret"), "of the node");
        Files.createDirectory(volume.resolve("sub"));
        Files.writeString(volume.resolve("sub/file"), "text");
    }

    private Optional<ByteString> read(String path) {
        return files.readInVolume(POD, volume.toString(), path, MOST);
    }

    @Test
    void readsAFileOfTheVolume() {
        assertThat(read("sub/file")).contains(ByteString.copyFromUtf8("text"));
    }

    @Test
    void aLinkInsideTheVolumeIsFollowed() throws IOException {
        Files.createSymbolicLink(volume.resolve("link"), Path.of("sub/file"));

        assertThat(read("link")).contains(ByteString.copyFromUtf8("text"));
    }

    @Test
    void whatNobodyWroteIsNotThere() {
        assertThat(read("gone")).isEmpty();
        assertThat(read("gone/too")).isEmpty();
    }

    @ParameterizedTest(name = "a link to {0} is refused")
    @ValueSource(strings = {"../secret", "/etc/hostname", "/proc/self/environ", "sub/../../secret"})
    void noLinkLeadsOut(String target) throws IOException {
        Files.createSymbolicLink(volume.resolve("link"), Path.of(target));

        assertThatThrownBy(() -> read("link")).isInstanceOf(HostCallException.class);
    }

    @Test
    void noFolderThatIsALinkLeadsOut() throws IOException {
        Files.createSymbolicLink(volume.resolve("up"), Path.of(".."));

        assertThatThrownBy(() -> read("up/secret")).isInstanceOf(HostCallException.class);
    }

    @Test
    void nothingButPlainFilesIsRead() {
        Host.fifo(volume.resolve("pipe"));

        assertThatThrownBy(() -> read("pipe")).hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> read("sub")).hasMessageContaining("not a regular file");
    }

    @Test
    void aFileThatIsTooLongIsRefused() throws IOException {
        Files.writeString(volume.resolve("long"), "x".repeat(MOST + 1));
        Files.writeString(volume.resolve("full"), "x".repeat(MOST));

        assertThatThrownBy(() -> read("long")).hasMessageContaining("longer than 100 bytes");
        assertThat(read("full").orElseThrow().size()).isEqualTo(MOST);
    }
}
