package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.NumberedLines;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Containers' logs on a real runtime: the links to them, how they are kept short, how they go.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class LogsIT {
    /// 500 bytes each, 10 MB a second where the machine keeps up: 200 MB in all.
    private static final int LINES = 400_000;

    private static final Duration LONGEST_WRITING = Duration.ofMinutes(3);

    private final Rig rig;
    @RegisterExtension final KubeletUnderTest kubelet;

    LogsIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    @Test
    void eachContainerHasALinkThatGoesWithIt() throws IOException {
        var talker = Manifest.of("talker", "echo hello; " + Manifest.serve("link"));
        kubelet.start();
        kubelet.put(talker);
        kubelet.awaitRunning(talker);
        var id = rig.running("talker-e2e-node", "main").id();

        var link = kubelet.logLinks().resolve("talker-e2e-node_default_main-" + id + ".log");
        Await.that("the link " + link, () -> Files.isSymbolicLink(link), made -> made);
        assertThat(Files.readSymbolicLink(link)).isAbsolute().endsWith(Path.of("main", "0.log"));
        Await.that("its words", () -> Folders.text(link), text -> text.contains("F hello"));

        kubelet.remove(talker);
        Await.until("the link to go", () -> !Files.exists(link, LinkOption.NOFOLLOW_LINKS));
        Await.until("the logs to go", () -> Folders.names(podLogs()).isEmpty());
    }

    @Test
    void anOlderInstancesLogGoesWhenItsContainerIsCollected() {
        var crashing = Manifest.of("crashing", "echo once; exit 1").spec("restartPolicy: Always");
        kubelet.start();
        kubelet.put(crashing);
        Await.that(
                "the third instance's log",
                Duration.ofSeconds(90),
                this::containerLogs,
                names -> names.contains("2.log"));
        Await.that(
                "the logs of two instances",
                this::containerLogs,
                names -> names.equals(List.of("1.log", "2.log")));
        Await.that(
                "their links alone", () -> Folders.names(kubelet.logLinks()).size(), n -> n == 2);
    }

    @Test
    void noLineIsLostOrDoubledAtTenMegabytesASecond() {
        kubelet.configure(
                kubelet.config()
                        .with("containerLogMaxSize", "1Mi")
                        .with("containerLogMaxFiles", "1000")
                        .with("containerLogMonitorInterval", "3s"));
        kubelet.start();
        var writer = Manifest.of("writer", NumberedLines.shell(LINES, "written"));
        kubelet.put(writer);
        kubelet.awaitRunning(writer);
        var began = System.nanoTime();
        var lines =
                Await.that(
                        "the last line",
                        LONGEST_WRITING,
                        () -> new NumberedLines(LINES, containerFolder()),
                        NumberedLines::written);
        var seconds = (System.nanoTime() - began) / 1e9;
        // Whatever it is doing at this moment must not matter.
        kubelet.kill();

        var rotations = lines.check();
        assertThat(rotations).as("rotations").isGreaterThan(3);
        System.out.printf(
                "%d lines of 500 bytes in %.1f s, rotated %d times%n", LINES, seconds, rotations);
    }

    private Path podLogs() {
        return kubelet.home().resolve("logs");
    }

    private Path containerFolder() {
        return podLogs().resolve(Folders.names(podLogs()).getFirst()).resolve("main");
    }

    private List<String> containerLogs() {
        return Folders.names(podLogs()).isEmpty() ? List.of() : Folders.names(containerFolder());
    }
}
