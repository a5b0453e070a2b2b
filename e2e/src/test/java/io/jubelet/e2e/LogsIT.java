package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPInputStream;
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
    void noLineIsLostOrDoubledAtTenMegabytesASecond() throws IOException {
        kubelet.configure(
                kubelet.config()
                        .with("containerLogMaxSize", "1Mi")
                        .with("containerLogMaxFiles", "1000")
                        .with("containerLogMonitorInterval", "3s"));
        kubelet.start();
        var writer =
                Manifest.of(
                        "writer",
                        "awk 'BEGIN { p = sprintf(\"%0490d\", 0); for (i = 1; i <= "
                                + LINES
                                + "; i++) { printf \"%08d %s\\n\", i, p; if (i % 1000 == 0) {"
                                + " fflush(); system(\"usleep 25000\") } } }'; "
                                + Manifest.serve("written"));
        kubelet.put(writer);
        kubelet.awaitRunning(writer);
        var began = System.nanoTime();
        Await.that(
                "the last line",
                LONGEST_WRITING,
                () -> Folders.text(containerFolder().resolve("0.log")),
                text -> text.contains(" %08d ".formatted(LINES)));
        var seconds = (System.nanoTime() - began) / 1e9;
        // Whatever it is doing at this moment must not matter.
        kubelet.kill();

        var names = inUse(containerLogs());
        var next = 1;
        for (var name : names) {
            next = check(containerFolder().resolve(name), next);
        }
        next = check(containerFolder().resolve("0.log"), next);
        assertThat(next).isEqualTo(LINES + 1);
        assertThat(names).as("rotations").hasSizeGreaterThan(3);
        System.out.printf(
                "%d lines of 500 bytes in %.1f s, rotated %d times%n",
                LINES, seconds, names.size());
    }

    /// Those that a reader takes: not what is unfinished, nor what has been compressed already.
    private static List<String> inUse(List<String> names) {
        return names.stream()
                .filter(name -> !name.equals("0.log") && !name.endsWith(".tmp"))
                .filter(name -> !names.contains(name + ".gz"))
                .toList();
    }

    /// Reads one file whose first line is number `next`, and answers the number after its last. A
    /// line that was being written when the file was put aside is in two pieces.
    private int check(Path file, int next) throws IOException {
        try (var reader = open(file)) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                var word = line.indexOf(' ', line.indexOf(" stdout ") + " stdout ".length()) + 1;
                var whole = line.startsWith(" stdout F", line.indexOf(' '));
                if (line.length() - word < 499) {
                    pieces.append(line, word, line.length());
                    if (!whole) {
                        continue;
                    }
                    line = pieces.toString();
                    word = 0;
                    pieces.setLength(0);
                }
                if (!line.startsWith("%08d ".formatted(next), word)) {
                    throw new AssertionError(
                            "line %d is missing in %s: %s".formatted(next, file, line));
                }
                next++;
            }
        }
        return next;
    }

    private final StringBuilder pieces = new StringBuilder();

    private static BufferedReader open(Path file) throws IOException {
        var raw = Files.newInputStream(file);
        var plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw, 1 << 16) : raw;
        return new BufferedReader(new InputStreamReader(plain, StandardCharsets.US_ASCII));
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
