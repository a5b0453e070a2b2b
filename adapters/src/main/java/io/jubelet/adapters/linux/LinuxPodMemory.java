package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.JournalFiles;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// The agent's memory of pods as files `<root>/jubelet/pods/<uid>/<topic>`. A file is replaced as a
/// whole; one that is missing or damaged is an empty one.
///
/// Thread: any; the work is done by [HostCalls].
public final class LinuxPodMemory implements PodMemory {
    /// What the name of a file ends with while it is written.
    static final String DRAFT = ".new";

    private static final Log LOG = Log.of(LinuxPodMemory.class);

    private final Path folder;
    private final HostCalls calls;
    private final JournalFiles journals;

    public LinuxPodMemory(Path root, HostCalls calls) {
        this.journals = new LinuxJournalFiles(root, calls);
        this.folder = RootDirectory.state(root).resolve("pods");
        this.calls = calls;
    }

    @Override
    public JournalFiles journals() {
        return journals;
    }

    @Override
    public Optional<String> recall(PodUid pod, String topic) {
        try {
            var file = file(pod, topic);
            return calls.call(pod.value(), "read " + file, () -> read(file));
        } catch (HostCallException failure) {
            LOG.warning("Cannot recall", "podUID", pod, "topic", topic, "reason", failure.reason());
            return Optional.empty();
        }
    }

    private static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException | CharacterCodingException none) {
            return Optional.empty();
        }
    }

    @Override
    public void remember(PodUid pod, String topic, String text) {
        try {
            var file = file(pod, topic);
            calls.call(pod.value(), "write " + file, () -> write(file, text));
        } catch (HostCallException failure) {
            LOG.warning(
                    "Cannot remember", "podUID", pod, "topic", topic, "reason", failure.reason());
        }
    }

    /// Replaces the file as a whole.
    static boolean write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        var draft = file.resolveSibling(file.getFileName() + DRAFT);
        Files.writeString(draft, text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    @Override
    public void forget(PodUid pod) {
        try {
            var name = PathPart.checked("pod uid", pod.value());
            calls.call(
                    pod.value(),
                    "forget pod " + pod,
                    () -> {
                        TreeRemoval.remove(folder, name);
                        return true;
                    });
        } catch (HostCallException failure) {
            LOG.warning("Cannot forget", "podUID", pod, "reason", failure.reason());
        }
    }

    private Path file(PodUid pod, String topic) {
        return folder.resolve(PathPart.checked("pod uid", pod.value())).resolve(topic);
    }
}
