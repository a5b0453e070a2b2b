package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A program that is run to its end.
///
/// Its output goes through files, so that a daemon which it leaves behind cannot keep us waiting.
///
/// Thread: the caller's, which waits.
public record Command(List<String> line, Map<String, String> environment, Duration limit) {
    private static final Duration USUAL_LIMIT = Duration.ofMinutes(2);

    public Command {
        line = List.copyOf(line);
        environment = Map.copyOf(environment);
    }

    /// What a program said and how it ended.
    public record Outcome(int code, String out, String err, Duration took) {
        public List<String> errorLines() {
            return err.lines().toList();
        }
    }

    public static Command of(String... line) {
        return new Command(List.of(line), Map.of(), USUAL_LIMIT);
    }

    /// The same with further arguments.
    public Command and(String... arguments) {
        return new Command(
                Stream.concat(line.stream(), Stream.of(arguments)).toList(), environment, limit);
    }

    public Command within(Duration longest) {
        return new Command(line, environment, longest);
    }

    public Command with(Map<String, String> variables) {
        return new Command(line, variables, limit);
    }

    /// Runs it; a failure is an [AssertionError] with its last words.
    public Outcome succeed() {
        var outcome = run();
        if (outcome.code() != 0) {
            throw new AssertionError(
                    "%s ended with code %d after %d s:%n%s%n%s"
                            .formatted(
                                    String.join(" ", line),
                                    outcome.code(),
                                    outcome.took().toSeconds(),
                                    outcome.out(),
                                    outcome.err()));
        }
        return outcome;
    }

    /// Runs it, however it ends; one that does not end in time is killed.
    public Outcome run() {
        try {
            var out = Files.createTempFile("jubelet-e2e", ".out");
            var err = Files.createTempFile("jubelet-e2e", ".err");
            try {
                return run(out, err);
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted in " + line, interrupted);
        }
    }

    private Outcome run(Path out, Path err) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(line);
        builder.environment().putAll(environment);
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        var begin = System.nanoTime();
        var process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(
                    "%s did not end within %d s:%n%s%n%s"
                            .formatted(
                                    String.join(" ", line),
                                    limit.toSeconds(),
                                    Files.readString(out),
                                    Files.readString(err)));
        }
        return new Outcome(
                process.exitValue(),
                Files.readString(out),
                Files.readString(err),
                Duration.ofNanos(System.nanoTime() - begin));
    }
}
