package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A seed gives the same run wherever it is replayed.
class ReplayTest {
    private static final String FIRST = "5000";
    private static final String COUNT = "20";

    @Test
    void aSeedReplayedInAnotherJvmGivesTheSameRun() throws IOException, InterruptedException {
        var here = replay(FIRST, COUNT);
        assertThat(here)
                .hasSize(20)
                .allMatch(line -> line.matches("seed \\d+ hash [0-9a-f]{16}.*"));
        assertThat(inAnotherJvm(FIRST, COUNT)).isEqualTo(here);
    }

    @Test
    void differentSeedsGiveDifferentRuns() {
        var hashes =
                replay("1", "2").stream().map(line -> line.replaceAll(".*hash (\\w+) .*", "$1"));
        assertThat(hashes.distinct()).hasSize(2);
    }

    @Test
    void whatIsNoSeedIsOneLineAndAnExitCode() {
        var out = new ByteArrayOutputStream();
        var code =
                Replay.run(new String[] {"x"}, new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(code).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
    }

    private static List<String> replay(String... arguments) {
        var out = new ByteArrayOutputStream();
        Replay.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /// Another heap, another garbage collector, two carriers: nothing of that may matter.
    private static List<String> inAnotherJvm(String... arguments)
            throws IOException, InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classPath = System.getProperty("java.class.path");
        var process =
                new ProcessBuilder(
                                java,
                                "-XX:+UseParallelGC",
                                "-Xmx300m",
                                "-Djdk.virtualThreadScheduler.parallelism=2",
                                "-cp",
                                classPath,
                                Replay.class.getName(),
                                arguments[0],
                                arguments[1])
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var lines =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        assertThat(process.waitFor()).isZero();
        return lines;
    }
}
