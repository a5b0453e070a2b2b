package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// The folders that must be there before the agent starts.
///
/// Thread: the one that starts the agent.
///
/// Upstream: kubelet.go setupDataDirs; see also [SharedMount].
public final class RootDirectory {
    private static final String OWNER_AND_GROUP = "rwxr-x---";
    private static final String READABLE = "rwxr-xr-x";
    private static final String OWNER_ONLY = "rwx------";

    private RootDirectory() {}

    /// Makes what is missing under `root`, and the folders of the logs and of the links to them.
    /// Throws [HostCallException] with one line.
    public static void prepare(Path root, Path podLogs, Path logLinks) {
        if (!root.equals(root.normalize()) || !root.isAbsolute()) {
            throw new HostCallException(
                    "rootDirectory not in canonical form: expected "
                            + root.toAbsolutePath().normalize()
                            + ", was "
                            + root);
        }
        make("root directory", root, OWNER_AND_GROUP);
        make("pod logs root directory", podLogs, OWNER_AND_GROUP);
        make("container logs directory", logLinks, READABLE);
        make("pods directory", root.resolve("pods"), OWNER_AND_GROUP);
        make("plugins directory", root.resolve("plugins"), OWNER_AND_GROUP);
        make("plugins registry directory", root.resolve("plugins_registry"), OWNER_AND_GROUP);
        make("podresources directory", root.resolve("pod-resources"), OWNER_AND_GROUP);
        make("checkpoint directory", root.resolve("checkpoints"), OWNER_ONLY);
        make("jubelet directory", state(root), OWNER_ONLY);
    }

    /// Where the agent keeps state that upstream has no place for.
    public static Path state(Path root) {
        return root.resolve("jubelet");
    }

    private static void make(String what, Path folder, String mode) {
        try {
            Files.createDirectories(
                    folder,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)));
        } catch (IOException failure) {
            throw new HostCallException(
                    "error creating " + what + ": " + HostErrors.line(failure), failure);
        }
    }
}
