package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/// What is done to a file that must be a plain one: no link, no device.
///
/// Thread: one host call's.
final class PlainFile {
    private static final int BUFFER = 1 << 16;

    private PlainFile() {}

    static PosixFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /// Puts `file.gz` in the file's place. A crash leaves `file.tmp`, or both of them.
    static void compress(Path file) throws IOException {
        var attributes = attributes(file);
        if (!attributes.isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "is not a regular file");
        }
        var unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        var compressed = file.resolveSibling(file.getFileName() + ".gz");
        Files.deleteIfExists(unfinished);
        try {
            write(file, unfinished, attributes);
            Files.move(unfinished, compressed, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            Files.deleteIfExists(unfinished);
            throw failure;
        }
        Files.delete(file);
    }

    private static void write(Path from, Path to, PosixFileAttributes attributes)
            throws IOException {
        var mode = PosixFilePermissions.asFileAttribute(attributes.permissions());
        var reading = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        var writing = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var in = Channels.newInputStream(Files.newByteChannel(from, reading));
                var out = Channels.newOutputStream(Files.newByteChannel(to, writing, mode));
                var compressing = new GZIPOutputStream(out, BUFFER)) {
            var buffer = new byte[BUFFER];
            for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                compressing.write(buffer, 0, count);
            }
        }
    }
}
