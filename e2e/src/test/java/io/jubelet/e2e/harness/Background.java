package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A command that goes on beside the test, with what it said so far; closing it ends it.
///
/// Thread: the test's.
public final class Background implements AutoCloseable {
    private final Process process;
    private final Path out;

    private Background(Process process, Path out) {
        this.process = process;
        this.out = out;
    }

    public static Background start(Command command) {
        try {
            var out = Files.createTempFile("jubelet-e2e", ".out");
            var builder = new ProcessBuilder(command.line()).redirectErrorStream(true);
            builder.environment().putAll(command.environment());
            return new Background(builder.redirectOutput(out.toFile()).start(), out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// All that it said, errors too.
    public String said() {
        return Folders.text(out);
    }

    public void awaitSaid(String words) {
        Await.that("it to say '" + words + "'", this::said, said -> said.contains(words));
    }

    /// Waits until it ended by itself; answers its exit code.
    public int awaitEnd() {
        Await.until("the command to end", () -> !process.isAlive());
        return process.exitValue();
    }

    /// Gives it a line to read.
    public void type(String line) {
        try {
            var input = process.getOutputStream();
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
