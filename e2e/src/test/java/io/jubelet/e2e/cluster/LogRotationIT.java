package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.NumberedLines;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The log of a pod that writes much: kept short by putting files aside, without losing a line, and
/// with no more files than are allowed.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
@Tag("long")
final class LogRotationIT {
    /// 500 bytes each, 10 MB a second where the machine keeps up: 200 MB in all.
    private static final int LINES = 400_000;

    private static final Duration LONGEST_WRITING = Duration.ofMinutes(3);

    @RegisterExtension final ClusterNode node;

    LogRotationIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    private void rotating(int mostFiles) {
        node.with("containerLogMaxSize", "1Mi")
                .with("containerLogMaxFiles", Integer.toString(mostFiles))
                .with("containerLogMonitorInterval", "3s")
                .start();
    }

    @Test
    void noLineIsLostOrDoubled() {
        rotating(1000);
        node.run(Manifest.of("writer", NumberedLines.shell(LINES, "rotation-writer")));
        node.awaitPodReady("writer");
        var lines =
                Await.that(
                        "the last line",
                        LONGEST_WRITING,
                        () -> new NumberedLines(LINES, logs("writer")),
                        NumberedLines::written);
        // Whatever it is doing at this moment must not matter.
        node.kubelet().kill();

        assertThat(lines.check()).as("rotations").isGreaterThan(3);
        assertThat(Folders.names(logs("writer"))).anyMatch(name -> name.endsWith(".gz"));
    }

    @Test
    void noMoreFilesAreKeptThanAreAllowed() {
        rotating(3);
        node.run(Manifest.of("writer", NumberedLines.shell(LINES / 4, "rotation-short")));
        node.awaitPodReady("writer");
        Await.that(
                "the last line",
                LONGEST_WRITING,
                () -> new NumberedLines(LINES / 4, logs("writer")),
                NumberedLines::written);

        Await.that(
                "three files in all",
                () -> Folders.names(logs("writer")),
                names -> names.size() == 3 && names.contains("0.log"));
    }

    private Path logs(String pod) {
        var logs = node.kubelet().home().resolve("logs");
        var folder =
                Folders.names(logs).stream()
                        .filter(name -> name.contains("_" + pod + "_"))
                        .findFirst()
                        .orElseThrow();
        return logs.resolve(folder).resolve("main");
    }
}
