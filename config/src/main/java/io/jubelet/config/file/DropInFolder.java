package io.jubelet.config.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Finds the drop-ins of a folder in the order they are applied: by name, folders where their name
/// stands, links to folders not followed.
///
/// Thread: confined to the thread that loads.
///
/// Upstream: filepath.WalkDir in mergeKubeletConfigurations.
final class DropInFolder {
    private static final String EXTENSION = ".conf";

    private final List<Path> files = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    private DropInFolder() {}

    /// @throws ConfigFileException when a folder cannot be read
    static DropInFolder of(Path folder) {
        var found = new DropInFolder();
        try {
            found.walk(folder);
        } catch (IOException e) {
            throw new ConfigFileException(
                    "failed to merge kubelet configs: failed to walk through kubelet dropin"
                            + " directory \"%s\": %s".formatted(folder, ConfigDocument.reason(e)));
        }
        return found;
    }

    private void walk(Path path) throws IOException {
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isDirectory()) {
            add(path);
            return;
        }
        List<Path> children;
        try (var stream = Files.list(path)) {
            children =
                    stream.sorted(Comparator.comparing(child -> child.getFileName().toString()))
                            .toList();
        }
        for (Path child : children) {
            walk(child);
        }
    }

    private void add(Path path) {
        if (path.toString().endsWith(EXTENSION)) {
            files.add(path);
        } else {
            skipped.add(path.toString());
        }
    }

    List<Path> files() {
        return List.copyOf(files);
    }

    /// What lies in the folder but does not end in `.conf`.
    List<String> skipped() {
        return List.copyOf(skipped);
    }
}
