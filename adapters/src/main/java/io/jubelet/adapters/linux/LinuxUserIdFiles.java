package io.jubelet.adapters.linux;

import io.jubelet.core.host.UserIdFiles;
import io.jubelet.core.runtime.PodUid;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/// Pods' ids as files `<root>/pods/<uid>/userns`, where the Go kubelet has them.
///
/// Thread: any; the work is done by [HostCalls].
final class LinuxUserIdFiles implements UserIdFiles {
    private static final String NAME = "userns";

    /// Many times what a kubelet writes.
    private static final int LONGEST = 4096;

    private final Path pods;
    private final HostCalls calls;

    LinuxUserIdFiles(Path pods, HostCalls calls) {
        this.pods = pods;
        this.calls = calls;
    }

    @Override
    public Map<PodUid, String> readAll() {
        return calls.call("", "read the user ids of all pods", this::read);
    }

    private Map<PodUid, String> read() throws IOException {
        var texts = new TreeMap<PodUid, String>();
        try (var folders = Files.newDirectoryStream(pods)) {
            for (var folder : folders) {
                var file = folder.resolve(NAME);
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    texts.put(new PodUid(String.valueOf(folder.getFileName())), text(file));
                }
            }
        } catch (NoSuchFileException none) {
            return Map.of();
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return texts;
    }

    /// What is no plain file is text that no kubelet wrote, so that its pod is not taken for one
    /// that has no ids.
    private static String text(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return "not a file";
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void write(PodUid pod, String text) {
        var folder = pods.resolve(PathPart.checked("pod uid", pod.value()));
        calls.call(pod.value(), "write the user ids of pod " + pod, () -> write(folder, text));
    }

    private static boolean write(Path folder, String text) throws IOException {
        PrivateFiles.write(folder.resolve(NAME), text);
        try (var entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        }
        return true;
    }
}
