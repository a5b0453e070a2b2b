package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.ManifestFolder.ManifestFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxManifestFolderTest {
    @TempDir private Path temp;
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(temp.resolve("manifests"));
    }

    private String read(Path path) {
        var files = new LinuxManifestFolder(path, Host.CALLS, new SystemExecution());
        return files.read().stream().map(this::show).collect(Collectors.joining("; "));
    }

    private String show(ManifestFile file) {
        return switch (file) {
            case ManifestFile.Content(var path, var text) ->
                    temp.relativize(Path.of(path)) + " has " + text;
            case ManifestFile.Unreadable(_, var reason) -> reason.replace(temp + "/", "");
        };
    }

    @Test
    void aFolderThatDoesNotExistIsEmpty() {
        assertThat(read(temp.resolve("nowhere"))).isEmpty();
    }

    @Test
    void filesAreReadInTheOrderOfTheirNames() throws IOException {
        Files.writeString(folder.resolve("b.yaml"), "B");
        Files.writeString(folder.resolve("a.json"), "A");
        Files.writeString(folder.resolve("c"), "");

        assertThat(read(folder))
                .isEqualTo("manifests/a.json has A; manifests/b.yaml has B; manifests/c has ");
    }

    @Test
    void dotFilesAreNotThere() throws IOException {
        Files.writeString(folder.resolve(".a.yaml.swp"), "half");

        assertThat(read(folder)).isEmpty();
    }

    @Test
    void aFolderInItIsNotedAndNotEntered() throws IOException {
        Files.createDirectory(folder.resolve("more"));
        Files.writeString(folder.resolve("more/a.yaml"), "A");

        assertThat(read(folder))
                .isEqualTo("manifests/more: is a directory, not recursing into manifest path");
    }

    @Test
    void aPipeIsNotedAndNotWaitedFor() throws IOException {
        Host.fifo(folder.resolve("pipe.yaml"));
        Files.writeString(folder.resolve("web.yaml"), "W");

        assertThat(read(folder))
                .isEqualTo(
                        "manifests/pipe.yaml: is not a directory or file; "
                                + "manifests/web.yaml has W");
    }

    @Test
    void openingAPipeForReadingDoesNotWait() throws IOException {
        Host.fifo(folder.resolve("pipe"));

        var descriptor = NativeCalls.openForReading(folder.resolve("pipe"));

        assertThat(descriptor).isPositive();
        NativeCalls.close(descriptor);
    }

    @Test
    void aLinkIsFollowed() throws IOException {
        Files.writeString(temp.resolve("elsewhere"), "E");
        Files.createSymbolicLink(folder.resolve("web.yaml"), temp.resolve("elsewhere"));

        assertThat(read(folder)).isEqualTo("manifests/web.yaml has E");
    }

    @Test
    void aLinkThatLeadsNowhereIsNoted() throws IOException {
        Files.createSymbolicLink(folder.resolve("web.yaml"), temp.resolve("nowhere"));

        assertThat(read(folder)).isEqualTo("manifests/web.yaml: leads nowhere");
    }

    @Test
    void aFileOverTenMegabytesIsRefused() throws IOException {
        Files.write(folder.resolve("limit"), new byte[ManifestReader.MAX_BYTES]);
        Files.write(folder.resolve("more"), new byte[ManifestReader.MAX_BYTES + 1]);
        var files = new LinuxManifestFolder(folder, Host.CALLS, new SystemExecution());

        assertThat(files.read())
                .satisfiesExactly(
                        limit -> assertThat(limit).isInstanceOf(ManifestFile.Content.class),
                        more -> assertThat(show(more)).contains("is larger than 10 MiB"));
    }

    @Test
    void whatIsNotTextIsRefused() throws IOException {
        Files.write(folder.resolve("x"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(read(folder)).isEqualTo("manifests/x: is not UTF-8 text");
    }

    @Test
    void aSingleFileWillDo() throws IOException {
        var file = Files.writeString(folder.resolve("web.yaml"), "W");

        assertThat(read(file)).isEqualTo("manifests/web.yaml has W");
    }

    @Test
    void aPipeInThePlaceOfTheFolderIsAnError() {
        Host.fifo(temp.resolve("pipe"));

        assertThatThrownBy(() -> read(temp.resolve("pipe")))
                .isInstanceOf(HostCallException.class)
                .hasMessage(temp.resolve("pipe") + ": path is not a directory or file");
    }

    @Test
    void anUnreadablePathIsOneLine() throws IOException {
        var loop = temp.resolve("loop");
        Files.createSymbolicLink(loop, loop);

        assertThatThrownBy(() -> read(loop))
                .isInstanceOf(HostCallException.class)
                .hasMessageStartingWith(
                        "read manifests in %s: %s: Too many levels of symbolic links", loop, loop);
    }
}
