package io.jubelet.adapters.linux;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.MachineLogs;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The files below one folder of this machine. Links within it are followed to where they lead, and
/// what they lead to is then opened part by part without following another.
///
/// Thread: any; the work is done by [HostCalls].
public final class LinuxMachineLogs implements MachineLogs {
    private final Path root;
    private final HostCalls calls;
    private final LinuxLogFiles files;

    /// @param root `/var/log`
    public LinuxMachineLogs(Path root, HostCalls calls, Execution execution) {
        this.root = root;
        this.calls = calls;
        this.files = new LinuxLogFiles(root, calls, execution);
    }

    @Override
    public Found find(String path) {
        var real = calls.call("", "look for a log", () -> real(path));
        if (real.isEmpty()) {
            return new Found.Missing();
        }
        var folder = calls.call("", "look at " + path, () -> Files.isDirectory(real.get()));
        return folder
                ? new Found.Folder(calls.call("", "list " + path, () -> names(real.get())))
                : new Found.File(files.open(real.get().toString()));
    }

    /// Where the path leads, unless that is out of the folder or nowhere.
    private Optional<Path> real(String path) throws IOException {
        try {
            var top = root.toRealPath();
            var real = top.resolve(path).toRealPath();
            return Optional.of(real)
                    .filter(found -> found.startsWith(top))
                    .map(found -> root.resolve(top.relativize(found)));
        } catch (FileSystemException nothing) {
            return Optional.empty();
        }
    }

    private static List<String> names(Path folder) throws IOException {
        var names = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                var name = String.valueOf(entry.getFileName());
                names.add(Files.isDirectory(entry) ? name + "/" : name);
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        names.sort(String::compareTo);
        return names;
    }
}
