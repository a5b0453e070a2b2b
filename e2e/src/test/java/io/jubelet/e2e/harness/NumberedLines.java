package io.jubelet.e2e.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// A container that writes numbered lines of 500 bytes, 10 MB a second where the machine keeps up,
/// and the proof that its logs hold each of them once and in order.
///
/// Thread: the test's.
public final class NumberedLines {
    private static final String NEWEST = "0.log";

    private final int lines;
    private final Path folder;
    private final StringBuilder pieces = new StringBuilder();

    /// @param folder where the container's logs lie
    public NumberedLines(int lines, Path folder) {
        this.lines = lines;
        this.folder = folder;
    }

    /// The line of shell that writes so many and then runs on.
    public static String shell(int lines, String marker) {
        return "awk 'BEGIN { p = sprintf(\"%0490d\", 0); for (i = 1; i <= "
                + lines
                + "; i++) { printf \"%08d %s\\n\", i, p; if (i % 1000 == 0) {"
                + " fflush(); system(\"usleep 25000\") } } }'; "
                + Manifest.serve(marker);
    }

    /// Whether the last one is in the newest file, or in the one that was put aside last.
    public boolean written() {
        var aside = inUse(Folders.names(folder));
        return holdsTheLast(NEWEST) || (!aside.isEmpty() && holdsTheLast(aside.getLast()));
    }

    private boolean holdsTheLast(String name) {
        var last = " %08d ".formatted(lines);
        try (var reader = open(folder.resolve(name))) {
            return reader.lines().anyMatch(line -> line.contains(last));
        } catch (NoSuchFileException compressedMeanwhile) {
            return false;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Fails unless every line is there once; answers how many files were put aside.
    public int check() {
        var names = inUse(Folders.names(folder));
        var next = 1;
        try {
            for (var name : names) {
                next = check(folder.resolve(name), next);
            }
            next = check(folder.resolve(NEWEST), next);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        if (next != lines + 1) {
            throw new AssertionError("the last line is %d, not %d".formatted(next - 1, lines));
        }
        return names.size();
    }

    /// Those that a reader takes: not what is unfinished, nor what has been compressed already.
    private static List<String> inUse(List<String> names) {
        return names.stream()
                .filter(name -> !name.equals(NEWEST) && !name.endsWith(".tmp"))
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

    private static BufferedReader open(Path file) throws IOException {
        var raw = Files.newInputStream(file);
        var plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw, 1 << 16) : raw;
        return new BufferedReader(new InputStreamReader(plain, StandardCharsets.US_ASCII));
    }
}
