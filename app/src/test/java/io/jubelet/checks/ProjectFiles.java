package io.jubelet.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of this checkout, for checks that read them as text.
final class ProjectFiles {
    static final Path ROOT = root();

    private ProjectFiles() {}

    /// Every Java source of every module, tests included.
    static Stream<Path> sources() {
        return find(".java").filter(path -> path.toString().contains("/src/"));
    }

    static List<Path> documents() {
        return find(".md").toList();
    }

    /// @param path from the root of the checkout
    static String read(String path) {
        return read(ROOT.resolve(path));
    }

    static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Stream<Path> find(String ending) {
        try (var paths = Files.walk(ROOT)) {
            return paths
                    .filter(path -> path.toString().endsWith(ending))
                    .filter(path -> !path.toString().contains("/target/"))
                    .filter(path -> !path.toString().contains("/.git/"))
                    .toList()
                    .stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("ARCHITECTURE.md")))
                .findFirst()
                .orElseThrow();
    }
}
