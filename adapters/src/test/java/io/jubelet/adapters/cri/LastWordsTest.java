package io.jubelet.adapters.cri;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxContainerFiles;
import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.cri.v1.ContainerState;
import io.jubelet.cri.v1.ContainerStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LastWordsTest {
    @TempDir Path folder;

    @Test
    void aMessageStandsBehindTheRuntimesOwn() throws IOException {
        Files.writeString(folder.resolve("message"), "disk full");

        assertThat(message(status(1, "File"))).isEqualTo("disk full");
        assertThat(message(status(1, "File").setId("other").setMessage("killed")))
                .isEqualTo("killed: disk full");
    }

    @Test
    void aMessageIsCutAt4096Bytes() throws IOException {
        Files.writeString(folder.resolve("message"), "x".repeat(5000));

        assertThat(message(status(0, "File"))).hasSize(4096);
    }

    @Test
    void whoRunsHasNoLastWords() throws IOException {
        Files.writeString(folder.resolve("message"), "not yet");

        assertThat(message(status(0, "File").setState(ContainerState.CONTAINER_RUNNING))).isEmpty();
    }

    @Test
    void whoFailsWithoutAMessageIsQuotedFromItsLog() throws IOException {
        Files.writeString(folder.resolve("message"), "");
        var log = new StringBuilder();
        for (var i = 0; i < 100; i++) {
            log.append("2026-01-01T00:00:00Z stdout F line ").append(i).append('\n');
        }
        log.append("2026-01-01T00:00:00Z stderr P par\n2026-01-01T00:00:00Z stderr F tial\n");
        Files.writeString(folder.resolve("log"), log);

        assertThat(message(status(1, "FallbackToLogsOnError")))
                .startsWith("line 22\n")
                .endsWith("line 99\npartial\n");
        assertThat(message(status(0, "FallbackToLogsOnError").setId("good"))).isEmpty();
        assertThat(message(status(1, "File").setId("file"))).isEmpty();
    }

    @Test
    void aLogIsCutAt2048Bytes() throws IOException {
        Files.writeString(
                folder.resolve("log"), "2026-01-01T00:00:00Z stdout F " + "y".repeat(4000) + "\n");

        assertThat(message(status(1, "FallbackToLogsOnError"))).hasSize(2048);
    }

    @Test
    void noLinkIsFollowed() throws IOException {
        Files.writeString(folder.resolve("secret"), "secret");
        Files.createSymbolicLink(folder.resolve("message"), folder.resolve("secret"));

        assertThat(message(status(1, "File"))).contains("not a regular file");
    }

    private String message(ContainerStatus.Builder status) {
        var files = new LinuxContainerFiles(folder, new HostCalls(HostCalls.Limits.DEFAULT));
        return new LastWords(Optional.of(files)).addedTo(status.build()).getMessage();
    }

    private ContainerStatus.Builder status(int code, String policy) {
        var status =
                ContainerStatus.newBuilder()
                        .setId("one")
                        .setState(ContainerState.CONTAINER_EXITED)
                        .setExitCode(code)
                        .setLogPath(folder.resolve("log").toString())
                        .putLabels(KubeletLabels.POD_UID, "uid")
                        .putAnnotations(KubeletLabels.TERMINATION_MESSAGE_PATH, "/dev/log")
                        .putAnnotations(KubeletLabels.TERMINATION_MESSAGE_POLICY, policy);
        status.addMountsBuilder()
                .setContainerPath("/dev/log")
                .setHostPath(folder.resolve("message").toString());
        return status;
    }
}
