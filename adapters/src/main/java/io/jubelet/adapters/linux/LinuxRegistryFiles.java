package io.jubelet.adapters.linux;

import io.jubelet.core.host.RegistryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Docker's configuration files where upstream looks for them: `config.json` under the root folder,
/// the working folder, `~/.docker` and `/.docker`; then `.dockercfg` under the root folder, the
/// working folder, `~` and `/`.
///
/// Thread: any; the reading runs on a host call's.
/// Upstream: credentialprovider/config.go.
public final class LinuxRegistryFiles implements RegistryFiles {
    private static final int LONGEST = 1 << 20;

    private final List<Path> nested;
    private final List<Path> flat;
    private final HostCalls calls;

    /// @param root the agent's own folder
    /// @param home of whom the agent runs as; may be empty
    public LinuxRegistryFiles(Path root, Path working, Path home, Path top, HostCalls calls) {
        this.calls = calls;
        this.nested =
                List.of(
                        root.resolve("config.json"),
                        working.resolve("config.json"),
                        home.resolve(".docker/config.json"),
                        top.resolve(".docker/config.json"));
        this.flat =
                List.of(
                        root.resolve(".dockercfg"),
                        working.resolve(".dockercfg"),
                        home.resolve(".dockercfg"),
                        top.resolve(".dockercfg"));
    }

    @Override
    public List<RegistryFile> read() {
        return calls.call(
                "registry files",
                "read credential files",
                () -> {
                    var found = new ArrayList<RegistryFile>();
                    nested.forEach(path -> add(found, path, true));
                    flat.forEach(path -> add(found, path, false));
                    return found;
                });
    }

    /// What is not there, is no file or is too long is passed over.
    private static void add(List<RegistryFile> found, Path path, boolean nested) {
        try {
            if (Files.isRegularFile(path) && Files.size(path) <= LONGEST) {
                found.add(new RegistryFile(path.toString(), nested, Files.readString(path)));
            }
        } catch (IOException unreadable) {
            // The next place may have one.
        }
    }
}
