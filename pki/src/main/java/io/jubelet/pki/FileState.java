package io.jubelet.pki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/// What tells whether files changed: another file in the place, another time or another size.
public record FileState(List<String> marks) {
    public FileState {
        marks = List.copyOf(marks);
    }

    public static FileState of(List<Path> files) {
        return new FileState(files.stream().map(FileState::mark).toList());
    }

    private static String mark(Path file) {
        try {
            var seen = Files.readAttributes(file, BasicFileAttributes.class);
            return seen.fileKey() + " " + seen.lastModifiedTime() + " " + seen.size();
        } catch (IOException failure) {
            return "missing: " + failure.getMessage();
        }
    }
}
