package io.jubelet.adapters.linux;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.ManifestFolder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/// `staticPodPath` on this machine: a folder of manifests, or a single one.
///
/// Thread: any; readings are done by [HostCalls], watching by `manifest-watch`.
///
/// Upstream: config/file.go listConfig, extractFromDir.
public final class LinuxManifestFolder implements ManifestFolder, AutoCloseable {
    private final Path path;
    private final HostCalls calls;
    private final Execution execution;
    private final List<FolderWatch> watches = new CopyOnWriteArrayList<>();

    public LinuxManifestFolder(Path path, HostCalls calls, Execution execution) {
        this.path = path;
        this.calls = calls;
        this.execution = execution;
    }

    @Override
    public List<ManifestFile> read() {
        return calls.call("manifests", "read manifests in " + path, this::readNow);
    }

    private List<ManifestFile> readNow() throws IOException {
        BasicFileAttributes kind;
        try {
            kind = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException notYet) {
            return List.of();
        }
        if (kind.isDirectory()) {
            return readFolder();
        }
        if (kind.isRegularFile()) {
            return ManifestReader.read(path).stream().toList();
        }
        throw new HostCallException(path + ": path is not a directory or file");
    }

    private List<ManifestFile> readFolder() throws IOException {
        var entries = new ArrayList<Path>();
        try (var listed = Files.newDirectoryStream(path)) {
            for (var entry : listed) {
                if (!String.valueOf(entry.getFileName()).startsWith(".")) {
                    entries.add(entry);
                }
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return entries.stream()
                .sorted()
                .flatMap(entry -> ManifestReader.read(entry).stream())
                .toList();
    }

    @Override
    public Set<String> takeGone() {
        var gone = new TreeSet<String>();
        for (var watch : watches) {
            watch.takeGone().forEach(name -> gone.add(path.resolve(name).toString()));
        }
        return gone;
    }

    @Override
    public void notifyOnChange(Signal changed) {
        var watch = new FolderWatch(execution, path, changed);
        watches.add(watch);
        execution.start(ThreadKind.SERVICE, "manifest-watch", watch::run);
    }

    /// Ends the watching.
    @Override
    public void close() {
        watches.forEach(FolderWatch::close);
    }
}
