package io.jubelet.adapters.linux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.JournalFiles;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// Journals as files `<root>/jubelet/journal/<uid>`, each written over in its place. The
/// folder above is root's alone.
///
/// Thread: any; the work is done by [HostCalls].
final class LinuxJournalFiles implements JournalFiles {
    private static final Log LOG = Log.of(LinuxJournalFiles.class);

    /// None of ours is longer; of another's making there should be none.
    private static final long LONGEST = 1 << 18;

    private final Path folder;
    private final HostCalls calls;

    LinuxJournalFiles(Path root, HostCalls calls) {
        this.folder = RootDirectory.state(root).resolve("journal");
        this.calls = calls;
    }

    @Override
    public Map<PodUid, String> all() {
        try {
            return calls.call("journal", "read " + folder, this::read);
        } catch (HostCallException failure) {
            LOG.warning("Cannot read the pods' journals", "reason", failure.reason());
            return Map.of();
        }
    }

    private Map<PodUid, String> read() throws IOException {
        var texts = new TreeMap<PodUid, String>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var file : entries) {
                var name = file.getFileName().toString();
                if (!name.endsWith(LinuxPodMemory.DRAFT) && Files.size(file) <= LONGEST) {
                    try {
                        texts.put(new PodUid(name), Files.readString(file));
                    } catch (CharacterCodingException damaged) {
                        // As good as none.
                    }
                }
            }
        } catch (NoSuchFileException none) {
            // Nothing was written yet.
        }
        return texts;
    }

    @Override
    public void keep(PodUid pod, String text) {
        try {
            var file = file(pod);
            calls.call("journal", "write " + file, () -> write(file, text));
        } catch (HostCallException failure) {
            LOG.warning("Cannot keep a journal", "podUID", pod, "reason", failure.reason());
        }
    }

    /// In its place: a journal grows often, and a new file each time is what costs most. At
    /// worst a machine that dies meanwhile leaves a line of nonsense, which is passed over.
    private static boolean write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        try (var out = FileChannel.open(file, CREATE, WRITE)) {
            var bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.truncate(bytes.limit());
        }
        return true;
    }

    @Override
    public void drop(PodUid pod) {
        try {
            var file = file(pod);
            calls.call("journal", "remove " + file, () -> Files.deleteIfExists(file));
        } catch (HostCallException failure) {
            LOG.warning("Cannot remove a journal", "podUID", pod, "reason", failure.reason());
        }
    }

    private Path file(PodUid pod) {
        return folder.resolve(PathPart.checked("pod uid", pod.value()));
    }
}
