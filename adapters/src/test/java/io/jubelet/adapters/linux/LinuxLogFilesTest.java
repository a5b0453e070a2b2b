package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.ContainerLogFiles.Change;
import io.jubelet.core.host.ContainerLogFiles.LogFile;
import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxLogFilesTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir private Path folder;

    private Path root;
    private Path log;
    private LinuxLogFiles files;

    @BeforeEach
    void oneLog() throws IOException {
        root = folder.resolve("pods");
        log = root.resolve("default_web_u1/main/0.log");
        Files.createDirectories(log.getParent());
        Files.writeString(log, "one\n");
        files =
                new LinuxLogFiles(
                        root, new HostCalls(HostCalls.Limits.DEFAULT), new SystemExecution());
    }

    private static String rest(LogFile file) {
        var bytes = new byte[1000];
        var count = file.read(bytes, 0, bytes.length);
        return count < 0 ? "" : new String(bytes, 0, count, StandardCharsets.UTF_8);
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
    }

    @Test
    void aFileIsReadAsItGrows() throws IOException {
        try (var file = files.open(log.toString())) {
            assertThat(rest(file)).isEqualTo("one\n");
            assertThat(rest(file)).isEmpty();
            append("two\n");
            assertThat(rest(file)).isEqualTo("two\n");
            assertThat(file.size()).isEqualTo(8);
            file.moveTo(2);
            assertThat(rest(file)).isEqualTo("e\ntwo\n");
        }
    }

    @Test
    void aWriteEndsAWait() throws IOException {
        try (var file = files.open(log.toString())) {
            file.watch();
            assertThat(file.await(Duration.ZERO)).isEqualTo(Change.NOTHING);
            append("two\n");

            assertThat(file.await(LONG)).isNotEqualTo(Change.NOTHING);
        }
    }

    @Test
    void aWaitCanBeEndedFromOutside() {
        try (var file = files.open(log.toString())) {
            file.watch();
            file.wake();

            assertThat(file.await(LONG)).isEqualTo(Change.NOTHING);
        }
    }

    @Test
    void aRotatedFileHasASuccessor() throws IOException {
        try (var file = files.open(log.toString())) {
            file.watch();
            assertThat(file.successor()).isEmpty();
            Files.move(log, log.resolveSibling("0.log.old"));
            assertThat(file.successor()).isEmpty();
            Files.writeString(log, "next\n");

            assertThat(file.await(LONG)).isEqualTo(Change.OTHER);
            assertThat(rest(file)).as("what was moved away").isEqualTo("one\n");
            try (var next = file.successor().orElseThrow()) {
                assertThat(rest(next)).isEqualTo("next\n");
            }
        }
    }

    @Test
    void aLinkInPlaceOfTheFileIsNotFollowed() throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "secret");
        Files.delete(log);
        Files.createSymbolicLink(log, secret);

        assertThatThrownBy(() -> files.open(log.toString()))
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("failed to open log file \"" + log + "\"")
                .hasMessageContaining("is not a regular file");
    }

    @Test
    void aLinkOnTheWayIsNotFollowed() throws IOException {
        var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("0.log"), "secret");
        Files.createSymbolicLink(root.resolve("default_web_u1/other"), elsewhere);

        assertThatThrownBy(() -> files.open(root.resolve("default_web_u1/other/0.log").toString()))
                .isInstanceOf(HostCallException.class);
    }

    @Test
    void whatIsNotBelowTheFolderIsNotOpened() throws IOException {
        var outside = Files.writeString(folder.resolve("secret"), "secret");

        assertThatThrownBy(() -> files.open(outside.toString()))
                .hasMessageContaining("it is not below " + root);
        assertThatThrownBy(() -> files.open(root + "/../secret"))
                .hasMessageContaining("it is not below " + root);
    }

    @Test
    void aMissingFileIsSaidToBeMissing() {
        assertThatThrownBy(() -> files.open(log.resolveSibling("1.log").toString()))
                .hasMessageContaining("no such file or directory");
    }
}
