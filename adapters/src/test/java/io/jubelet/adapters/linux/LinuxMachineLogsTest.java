package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.MachineLogs.Found;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxMachineLogsTest {
    @TempDir private Path folder;

    private LinuxMachineLogs logs;

    @BeforeEach
    void someLogs() throws IOException {
        var root = Files.createDirectories(folder.resolve("log"));
        Files.writeString(root.resolve("syslog"), "one\n");
        Files.createDirectories(root.resolve("pods/web"));
        var inside = Files.writeString(root.resolve("pods/web/0.log"), "two\n");
        Files.createDirectories(root.resolve("containers"));
        Files.createSymbolicLink(root.resolve("containers/web.log"), inside);
        var secret = Files.writeString(folder.resolve("secret"), "three\n");
        Files.createSymbolicLink(root.resolve("containers/out.log"), secret);
        Files.createSymbolicLink(root.resolve("out"), folder);
        var link = Files.createSymbolicLink(folder.resolve("link"), root);
        logs =
                new LinuxMachineLogs(
                        link, new HostCalls(HostCalls.Limits.DEFAULT), new SystemExecution());
    }

    @Test
    void foldersAreListed() {
        assertThat(logs.find(""))
                .isEqualTo(new Found.Folder(List.of("containers/", "out/", "pods/", "syslog")));
        assertThat(logs.find("pods")).isEqualTo(new Found.Folder(List.of("web/")));
    }

    @Test
    void filesAreOpenedAlsoByALinkThatStaysWithin() {
        assertThat(text("syslog")).isEqualTo("one\n");
        assertThat(text("containers/web.log")).isEqualTo("two\n");
    }

    @Test
    void whatIsNotThereOrLeadsOutIsMissing() {
        for (var path :
                List.of(
                        "no",
                        "syslog/no",
                        "containers/out.log",
                        "out",
                        "out/secret",
                        "../secret")) {
            assertThat(logs.find(path)).as(path).isEqualTo(new Found.Missing());
        }
    }

    private String text(String path) {
        if (!(logs.find(path) instanceof Found.File(var file))) {
            throw new AssertionError(path + " is no file");
        }
        try (file) {
            var bytes = new byte[100];
            return new String(bytes, 0, file.read(bytes, 0, 100), StandardCharsets.UTF_8);
        }
    }
}
