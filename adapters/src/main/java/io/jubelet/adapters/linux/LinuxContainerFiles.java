package io.jubelet.adapters.linux;

import com.google.protobuf.ByteString;
import io.jubelet.core.host.ContainerFiles;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/// The files of this machine that containers see beside their volumes.
///
/// Thread: any; the work is done by [HostCalls].
/// Upstream: kubelet_pods.go ensureHostsFile, volume/util/subpath.
public final class LinuxContainerFiles implements ContainerFiles {
    private static final Path NODE_HOSTS = Path.of("/etc/hosts");
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---"));
    private static final Set<OpenOption> READ =
            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private final Path pods;
    private final HostCalls calls;

    /// @param root the kubelet's root directory
    public LinuxContainerFiles(Path root, HostCalls calls) {
        this.pods = root.resolve("pods");
        this.calls = calls;
    }

    private Path pod(PodUid pod) {
        return pods.resolve(PathPart.checked("pod uid", pod.value()));
    }

    @Override
    public String writeHosts(PodUid pod, String text) {
        var file = pod(pod).resolve("etc-hosts");
        return calls.call(
                pod.value(),
                "write " + file,
                () -> {
                    Files.writeString(
                            file,
                            text,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            LinkOption.NOFOLLOW_LINKS);
                    UnixAttributes.setMode(file, 0644);
                    return file.toString();
                });
    }

    @Override
    public String nodeHosts() {
        return calls.call("", "read " + NODE_HOSTS, () -> Files.readString(NODE_HOSTS));
    }

    @Override
    public String makeTerminationLog(PodUid pod, String container, String instance) {
        var folder =
                pod(pod).resolve("containers").resolve(PathPart.checked("container", container));
        var file = folder.resolve(PathPart.checked("container instance", instance));
        return calls.call(
                pod.value(),
                "make " + file,
                () -> {
                    Files.createDirectories(folder, FOLDER);
                    Files.newByteChannel(
                                    file,
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE,
                                    LinkOption.NOFOLLOW_LINKS)
                            .close();
                    UnixAttributes.setMode(file, 0666);
                    return file.toString();
                });
    }

    @Override
    public String bindSubPath(PodUid pod, SubPath wanted) {
        return calls.call(
                pod.value(),
                "bind " + wanted.path() + " of volume " + wanted.volume(),
                () -> bind(pod, wanted));
    }

    private String bind(PodUid pod, SubPath wanted) throws IOException {
        try (var volume = OpenFolder.ofNode(Path.of(wanted.volumePath()))) {
            var mode = UnixAttributes.modeOfTarget(volume.path()) & 07777;
            HostFolders.makeBelow(volume, wanted.path(), mode);
            try (var inside = volume.below(wanted.path())) {
                var target = target(pod, wanted, Files.isDirectory(inside.path()));
                if (MountPoint.isMounted(target)) {
                    NativeCalls.unmount(target);
                }
                NativeCalls.mount(inside.path().toString(), target, "", NativeCalls.MS_BIND, "");
                return target.toString();
            }
        }
    }

    /// Where it is bound to; something of the same kind must be there first.
    private Path target(PodUid pod, SubPath wanted, boolean folder) throws IOException {
        var parent =
                pod(pod).resolve(SubPathMounts.FOLDER)
                        .resolve(PathPart.checked("volume", wanted.volume()))
                        .resolve(PathPart.checked("container", wanted.container()));
        Files.createDirectories(parent, FOLDER);
        var target = parent.toRealPath().resolve(Integer.toString(wanted.index()));
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            if (folder) {
                Files.createDirectory(target, FOLDER);
            } else {
                Files.createFile(target);
            }
        }
        return target;
    }

    @Override
    public Optional<ByteString> readInVolume(PodUid pod, String volumePath, String path, int most) {
        return calls.call(
                pod.value(),
                "read " + path + " in " + volumePath,
                () -> {
                    try (var volume = OpenFolder.ofNode(Path.of(volumePath));
                            var file = volume.below(path)) {
                        return Optional.of(whole(file.path(), path, most));
                    } catch (NoSuchFileException none) {
                        return Optional.empty();
                    }
                });
    }

    /// @param held a path of what is held open, so that nobody puts a pipe in its place
    private static ByteString whole(Path held, String path, int most) throws IOException {
        if (!Files.isRegularFile(held)) {
            throw new HostCallException(path + ": not a regular file");
        }
        try (var in = Files.newInputStream(held)) {
            var content = in.readNBytes(most + 1);
            if (content.length > most) {
                throw new HostCallException(path + ": longer than " + most + " bytes");
            }
            return ByteString.copyFrom(content);
        }
    }

    @Override
    public String readHead(PodUid pod, String path, int bytes) {
        return read(pod, path, channel -> text(channel, 0, bytes));
    }

    @Override
    public String readTail(PodUid pod, String path, int lines, int bytes) {
        return read(
                pod,
                path,
                channel -> {
                    var from = Math.max(0, channel.size() - bytes);
                    return lastLines(text(channel, from, bytes), lines);
                });
    }

    /// Reads a part of an open file.
    @FunctionalInterface
    private interface Reading {
        String of(SeekableByteChannel channel) throws IOException;
    }

    private String read(PodUid pod, String path, Reading reading) {
        var file = Path.of(path);
        return calls.call(
                pod.value(),
                "read " + path,
                () -> {
                    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                            && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                        throw new HostCallException(path + ": not a regular file");
                    }
                    try (var channel = Files.newByteChannel(file, READ)) {
                        return reading.of(channel);
                    } catch (NoSuchFileException none) {
                        return "";
                    }
                });
    }

    private static String text(SeekableByteChannel channel, long from, int most)
            throws IOException {
        var buffer = ByteBuffer.allocate(most);
        channel.position(from);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // Until it is full or the file ends.
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
    }

    private static String lastLines(String text, int lines) {
        var at = text.endsWith("\n") ? text.length() - 1 : text.length();
        for (var count = 0; count < lines && at >= 0; count++) {
            at = text.lastIndexOf('\n', at - 1);
        }
        return at < 0 ? text : text.substring(at + 1);
    }
}
