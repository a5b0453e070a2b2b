package io.jubelet.adapters.linux;

import io.jubelet.core.host.ManifestFolder.ManifestFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// Reads one manifest whole. Nothing that lies in its place can make it wait: a pipe is seen for
/// what it is, even if it is put there between two looks.
///
/// Thread: one host call's.
///
/// Upstream: config/file.go extractFromFile.
final class ManifestReader {
    static final int MAX_BYTES = 10 * 1024 * 1024;

    private ManifestReader() {}

    /// Empty when it is gone.
    static Optional<ManifestFile> read(Path path) {
        try {
            return Optional.of(readPresent(path));
        } catch (NoSuchFileException gone) {
            return Files.isSymbolicLink(path)
                    ? Optional.of(unreadable(path, "leads nowhere"))
                    : Optional.empty();
        } catch (CharacterCodingException notText) {
            return Optional.of(unreadable(path, "is not UTF-8 text"));
        } catch (IOException failure) {
            return Optional.of(
                    new ManifestFile.Unreadable(path.toString(), HostErrors.line(failure)));
        }
    }

    private static ManifestFile readPresent(Path path) throws IOException {
        var kind = Files.readAttributes(path, BasicFileAttributes.class);
        if (kind.isDirectory()) {
            return unreadable(path, "is a directory, not recursing into manifest path");
        }
        if (!kind.isRegularFile()) {
            return unreadable(path, "is not a directory or file");
        }
        if (!NativeCalls.AVAILABLE) {
            return readRegular(path, path);
        }
        var descriptor = NativeCalls.openForReading(path);
        try {
            return readOpen(path, Path.of("/proc/self/fd/" + descriptor));
        } finally {
            NativeCalls.close(descriptor);
        }
    }

    /// The open descriptor pins the file, so what it is now it stays.
    private static ManifestFile readOpen(Path path, Path open) throws IOException {
        if (!Files.isRegularFile(open)) {
            return unreadable(path, "is not a directory or file");
        }
        return readRegular(path, open);
    }

    private static ManifestFile readRegular(Path path, Path open) throws IOException {
        try (var stream = Files.newInputStream(open)) {
            var bytes = stream.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                return unreadable(path, "is larger than 10 MiB");
            }
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return new ManifestFile.Content(path.toString(), text.toString());
        }
    }

    private static ManifestFile unreadable(Path path, String what) {
        return new ManifestFile.Unreadable(path.toString(), path + ": " + what);
    }
}
