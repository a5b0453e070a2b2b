package io.jubelet.adapters.linux;

import io.jubelet.core.host.PullRecordFiles;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Records of pulls as files `<root>/image_manager/{pulling,pulled}/sha256-…`, root's alone, where
/// the Go kubelet has them.
///
/// Thread: any; the work is done by [HostCalls].
/// Upstream: pullmanager/fs_pullrecords.go.
public final class LinuxPullRecordFiles implements PullRecordFiles {
    private static final String PREFIX = "sha256-";

    /// What the name of a file ends with while it is written; the Go kubelet passes over it too.
    private static final String DRAFT = ".tmp";

    /// None of ours is longer; of another's making there should be none.
    private static final long LONGEST = 1 << 20;

    private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path root;
    private final HostCalls calls;

    public LinuxPullRecordFiles(Path root, HostCalls calls) {
        this.root = root.resolve("image_manager");
        this.calls = calls;
    }

    @Override
    public List<String> all(Folder folder) {
        var path = path(folder);
        return calls.call("images", "read " + path, () -> readAll(path));
    }

    private static List<String> readAll(Path folder) throws IOException {
        var texts = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (var file : entries) {
                if (!file.toString().endsWith(DRAFT)
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.size(file) <= LONGEST) {
                    read(file).ifPresent(texts::add);
                }
            }
        } catch (NoSuchFileException none) {
            // Nothing was written yet.
        }
        return texts;
    }

    @Override
    public Optional<String> read(Folder folder, String name) {
        var file = path(folder).resolve(name);
        return calls.call("images", "read " + file, () -> read(file));
    }

    /// One that is no text is there, and makes no sense.
    private static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (CharacterCodingException damaged) {
            return Optional.of("");
        }
    }

    @Override
    public void write(Folder folder, String name, String text) {
        var file = path(folder).resolve(name);
        calls.call("images", "write " + file, () -> write(file, text));
    }

    private static boolean write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent(), FOLDER);
        var draft = file.resolveSibling(file.getFileName() + DRAFT);
        Files.deleteIfExists(draft);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = Files.newByteChannel(draft, options, FILE)) {
            var bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    @Override
    public void delete(Folder folder, String name) {
        var file = path(folder).resolve(name);
        calls.call("images", "remove " + file, () -> Files.deleteIfExists(file));
    }

    private Path path(Folder folder) {
        return root.resolve(
                switch (folder) {
                    case PULLING -> "pulling";
                    case PULLED -> "pulled";
                });
    }
}
