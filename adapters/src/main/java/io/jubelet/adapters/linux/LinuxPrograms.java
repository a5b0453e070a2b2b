package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;

/// Runs programs, a few at a time, each for a minute at most. One that is late is killed with all
/// that it started.
///
/// Thread: any; a program is waited for on a host call's thread, which is left behind if even the
/// killed one does not let go of its output.
/// Upstream: the exec of credentialprovider/plugin/plugin.go.
public final class LinuxPrograms implements Programs {
    private static final int LONGEST_ANSWER = 1 << 20;

    private final Duration patience;
    private final HostCalls calls;

    public LinuxPrograms() {
        this(Duration.ofMinutes(1));
    }

    LinuxPrograms(Duration patience) {
        this.patience = patience;
        this.calls = new HostCalls(new HostCalls.Limits(16, 8, patience.plusSeconds(5)));
    }

    @Override
    public byte[] ask(Command command, byte[] input) {
        return calls.call(command.path(), "run " + command.path(), () -> run(command, input));
    }

    private byte[] run(Command command, byte[] input) throws IOException {
        var words = new ArrayList<String>();
        words.add(command.path());
        words.addAll(command.arguments());
        var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(command.environment());
        var process = builder.start();
        var inTime = process.onExit().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
        var _ =
                inTime.whenComplete(
                        (_, late) -> {
                            if (late != null) {
                                kill(process);
                            }
                        });
        try {
            tell(process, input);
            var answer = process.getInputStream().readNBytes(LONGEST_ANSWER + 1);
            if (answer.length > LONGEST_ANSWER) {
                throw new HostCallException(
                        command.path() + ": printed more than " + LONGEST_ANSWER + " bytes");
            }
            var code = process.waitFor();
            // Not by the end of the killing: the process may be gone before that is over.
            if (inTime.isCompletedExceptionally()) {
                throw new HostCallException(
                        command.path() + ": no answer within " + patience.toSeconds() + " s");
            }
            if (code != 0) {
                throw new HostCallException(command.path() + ": exit status " + code);
            }
            return answer;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new HostCallException(command.path() + ": interrupted");
        } finally {
            kill(process);
        }
    }

    /// A program that does not listen may still answer.
    private static void tell(Process process, byte[] input) {
        try (var in = process.getOutputStream()) {
            in.write(input);
        } catch (IOException | UncheckedIOException deaf) {
            // Its answer or its exit code says more.
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
