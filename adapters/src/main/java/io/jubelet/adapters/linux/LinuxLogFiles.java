package io.jubelet.adapters.linux;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.ContainerLogFiles;
import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Containers' logs below the folder of all pods' logs. Every part of the way below it is opened
/// from the one before and must be no link; the file must be a plain one.
///
/// Thread: any; the machine is called on host threads.
public final class LinuxLogFiles implements ContainerLogFiles {
    private static final int MOST_TRIES = 3;

    private final Path root;
    private final HostCalls calls;
    private final Execution execution;
    private final LogWatch watch;

    /// @param root `podLogsDir`
    public LinuxLogFiles(Path root, HostCalls calls, Execution execution) {
        this.root = root.toAbsolutePath().normalize();
        this.calls = calls;
        this.execution = execution;
        this.watch = new LogWatch(execution);
    }

    /// An open file and what tells it from another of its name.
    record Opened(SeekableByteChannel channel, Object key) {}

    @FunctionalInterface
    private interface InFolder<T> {
        T use(SecureDirectoryStream<Path> folder, Path name) throws IOException;
    }

    @Override
    public LogFile open(String path) {
        var wanted = Path.of(path).toAbsolutePath().normalize();
        if (!wanted.startsWith(root) || wanted.equals(root)) {
            throw new HostCallException(
                    "failed to open log file \"" + path + "\": it is not below " + root);
        }
        var owner = "log " + wanted;
        var opened =
                calls.call(owner, "failed to open log file \"" + path + "\"", () -> opened(wanted));
        return new LinuxLogFile(this, wanted, opened, calls, execution);
    }

    LogWatch watch() {
        return watch;
    }

    private Opened opened(Path file) throws IOException {
        for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
            var opened = within(file, LinuxLogFiles::openIn);
            if (opened.isPresent()) {
                return opened.get();
            }
        }
        throw new FileSystemException(file.toString(), null, "is replaced again and again");
    }

    /// Empty when another file came in between.
    private static Optional<Opened> openIn(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        var before = key(folder, name);
        var channel =
                folder.newByteChannel(
                        name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        try {
            if (before.equals(key(folder, name))) {
                return Optional.of(new Opened(channel, before));
            }
        } catch (NoSuchFileException gone) {
            return Optional.of(new Opened(channel, before));
        }
        channel.close();
        return Optional.empty();
    }

    private static Object key(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        var attributes =
                folder.getFileAttributeView(
                                name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .readAttributes();
        if (!attributes.isRegularFile()) {
            throw new FileSystemException(name.toString(), null, "is not a regular file");
        }
        return Objects.requireNonNull(attributes.fileKey());
    }

    /// What now has the file's name; empty when nothing has.
    Optional<Object> currentKey(Path file) throws IOException {
        try {
            return Optional.of(within(file, LinuxLogFiles::key));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    private <T> T within(Path file, InFolder<T> body) throws IOException {
        try (var top = Files.newDirectoryStream(root)) {
            return below(secure(top), root.relativize(file), body);
        }
    }

    private static <T> T below(SecureDirectoryStream<Path> folder, Path rest, InFolder<T> body)
            throws IOException {
        var first = rest.getName(0);
        if (rest.getNameCount() == 1) {
            return body.use(folder, first);
        }
        try (var next = folder.newDirectoryStream(first, LinkOption.NOFOLLOW_LINKS)) {
            return below(next, rest.subpath(1, rest.getNameCount()), body);
        }
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream)
            throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        throw new IOException("this file system cannot be read safely");
    }
}
