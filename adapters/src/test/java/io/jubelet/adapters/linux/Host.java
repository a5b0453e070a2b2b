package io.jubelet.adapters.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Runs commands of the machine for tests.
///
/// Thread: any.
final class Host {
    static final HostCalls CALLS = new HostCalls(HostCalls.Limits.DEFAULT);
    static final Duration SOON = Duration.ofSeconds(10);

    private Host() {}

    static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
    }

    static void fifo(Path path) {
        run("mkfifo", path.toString());
    }

    static void run(String... command) {
        try {
            var process = new ProcessBuilder(command).inheritIO().start();
            assertThat(process.waitFor()).describedAs(List.of(command).toString()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
