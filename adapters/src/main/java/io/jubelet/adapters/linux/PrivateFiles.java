package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Writes files that only their owner may read: whole and on the disk, or not at all.
///
/// Thread: stateless; blocks on the disk.
public final class PrivateFiles {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    /// Puts the text in the file's place; what was there before stays when that fails.
    public static void write(Path file, String text) throws IOException {
        var draft = file.resolveSibling(file.getFileName() + ".partial");
        Files.deleteIfExists(draft);
        try {
            var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            try (var channel =
                    FileChannel.open(
                            draft,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            OWNER_ALONE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
