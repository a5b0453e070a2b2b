package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A folder of this machine that a pod has at `/host`: there the test and the pod tell each other
/// things without the kubelet.
///
/// Thread: the test's.
public record HostFolder(Path path) {
    /// The lines of a pod's manifest that mount it, for a container of the usual indentation.
    public static final String MOUNT = "volumeMounts: [{name: host, mountPath: /host}]";

    /// @param name of the pod
    public static HostFolder of(ClusterNode node, String name) {
        try {
            return new HostFolder(
                    Files.createDirectories(node.kubelet().home().resolve("host").resolve(name)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// The line of a pod's spec that names it.
    public String volume() {
        return "volumes: [{name: host, hostPath: {path: \"%s\"}}]".formatted(path);
    }

    public void put(String file) {
        Folders.write(path.resolve(file), "");
    }

    public void take(String file) {
        try {
            Files.deleteIfExists(path.resolve(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public boolean has(String file) {
        return Files.exists(path.resolve(file));
    }

    /// The lines of a file; none if it is not there.
    public List<String> lines(String file) {
        return has(file) ? Folders.text(path.resolve(file)).lines().toList() : List.of();
    }
}
