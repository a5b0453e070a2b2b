package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/// `jubelet up` as a newcomer runs it, without a terminal.
final class UpIT {
    private static final Path STATE =
            Path.of(System.getProperty("jubelet.e2e.state", "/var/tmp/jubelet-e2e") + "-up");
    private static final Path OUTPUT = STATE.resolveSibling(STATE.getFileName() + ".output");
    private static final Pattern RUNNING =
            Pattern.compile("(?m)^default/shown-\\S+ +Running +1/1 +0 +(10\\.\\S+) ");
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private Optional<Process> up = Optional.empty();

    @RegisterExtension
    final AfterTestExecutionCallback words =
            context -> {
                if (context.getExecutionException().isPresent()) {
                    System.out.println("The output of up:\n" + Folders.text(OUTPUT));
                }
            };

    @BeforeEach
    void prepare() throws IOException {
        clear();
        Folders.remove(STATE);
        Files.createDirectories(STATE.resolve("pods"));
        Files.writeString(
                STATE.resolve("pods/shown.yaml"),
                Manifest.of("shown", Manifest.serve("up-shows-it")).yaml());
    }

    @AfterEach
    void clear() {
        up.filter(Process::isAlive).ifPresent(Process::destroyForcibly);
        Command.of(Project.file("rig/containerd").toString(), "down", "--state", STATE.toString())
                .succeed();
    }

    @Test
    void showsARunningPodWithItsAddressAndCtrlCTakesEverythingAway() throws IOException {
        start("--containerd", "2");

        var table =
                Await.that(
                        "a running pod in the table",
                        LONGEST,
                        () -> Folders.text(OUTPUT),
                        text -> RUNNING.matcher(text).find());
        assertThat(table).contains("POD", "PHASE", "READY", "WHY IT IS NOT READY YET");
        assertThat(Processes.with("up-shows-it")).isNotEmpty();

        var bridge = bridge();
        assertThat(bridge).exists();

        assertThat(interrupt()).isZero();

        assertThat(Processes.with("up-shows-it")).isEmpty();
        assertThat(Processes.with(STATE + "/")).isEmpty();
        assertThat(bridge).doesNotExist();
        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(STATE + "/");
    }

    @Test
    void runsTheSamePodsOnTheSimulatedRuntime() {
        start("--simulate");

        var text =
                Await.that(
                        "a running pod in the table",
                        LONGEST,
                        () -> Folders.text(OUTPUT),
                        shown -> RUNNING.matcher(shown).find());

        assertThat(text).containsIgnoringCase("simulated");
        assertThat(Processes.with("up-shows-it")).isEmpty();
        assertThat(interrupt()).isZero();
    }

    private void start(String... more) {
        var line = new ArrayList<String>();
        // Whoever runs the tests in the background has made all their children deaf to Ctrl-C.
        line.addAll(List.of("env", "--default-signal=INT", Project.bin("jubelet").toString()));
        line.addAll(List.of("up", "--state", STATE.toString()));
        line.addAll(List.of("--manifests", STATE.resolve("pods").toString()));
        line.addAll(List.of(more));
        try {
            up =
                    Optional.of(
                            new ProcessBuilder(line)
                                    .redirectErrorStream(true)
                                    .redirectOutput(OUTPUT.toFile())
                                    .start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Ctrl-C; answers the exit code.
    private int interrupt() {
        var process = up.orElseThrow();
        Command.of("bash", "-c", "kill \"$@\"", "kill", "-INT", Long.toString(process.pid()))
                .succeed();
        try {
            assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as("up to end after Ctrl-C")
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return process.exitValue();
    }

    /// The device that the kernel shows for the bridge of the pods.
    private static Path bridge() {
        var name =
                Folders.text(STATE.resolve("containerd/settings"))
                        .lines()
                        .filter(line -> line.startsWith("BRIDGE="))
                        .map(line -> line.substring("BRIDGE=".length()))
                        .findFirst();
        return Path.of("/sys/class/net").resolve(name.orElseThrow());
    }
}
