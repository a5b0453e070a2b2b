package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What is mounted where, as the kernel tells this process.
///
/// Thread: any; immutable.
record MountTable(List<Mount> mounts) {
    private static final Path SOURCE = Path.of("/proc/self/mountinfo");
    private static final int POINT = 4;
    private static final int FIRST_TAG = 6;

    MountTable {
        mounts = List.copyOf(mounts);
    }

    /// @param type the file system's, such as ext4 or cgroup2
    /// @param options those of the file system
    /// @param shared whether mounts below it are handed on to copies of it
    record Mount(Path point, String type, List<String> options, boolean shared) {
        Mount {
            options = List.copyOf(options);
        }
    }

    static MountTable read() throws IOException {
        // Names in it are bytes: one char a byte keeps every one of them.
        return parse(Files.readAllLines(SOURCE, StandardCharsets.ISO_8859_1));
    }

    static MountTable parse(List<String> lines) {
        return new MountTable(lines.stream().flatMap(line -> parse(line).stream()).toList());
    }

    /// Fields are separated by blanks; the type follows a lone dash, after fields that may be few.
    private static Optional<Mount> parse(String line) {
        var fields = List.of(line.split(" "));
        var dash = fields.indexOf("-");
        return dash <= POINT || dash + 1 >= fields.size()
                ? Optional.empty()
                : Optional.of(
                        new Mount(
                                unescaped(fields.get(POINT)),
                                fields.get(dash + 1),
                                dash + 3 < fields.size()
                                        ? List.of(fields.get(dash + 3).split(","))
                                        : List.of(),
                                isShared(fields.subList(Math.min(FIRST_TAG, dash), dash))));
    }

    private static boolean isShared(List<String> tags) {
        return tags.stream().anyMatch(tag -> tag.startsWith("shared:"));
    }

    /// The kernel writes blanks, line ends and backslashes as three octal digits.
    private static Path unescaped(String field) {
        var bytes = field.getBytes(StandardCharsets.ISO_8859_1);
        var out = new byte[bytes.length];
        var length = 0;
        for (var i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\\' && i + 3 < bytes.length) {
                out[length++] = (byte) Integer.parseInt(field.substring(i + 1, i + 4), 8);
                i += 3;
            } else {
                out[length++] = bytes[i];
            }
        }
        return Path.of(new String(out, 0, length, StandardCharsets.UTF_8));
    }

    /// The first mount at `folder` or below it.
    Optional<Path> firstAtOrBelow(Path folder) {
        return mounts.stream().map(Mount::point).filter(p -> p.startsWith(folder)).findFirst();
    }

    /// The first mount below `folder`.
    Optional<Path> firstBelow(Path folder) {
        return mounts.stream()
                .map(Mount::point)
                .filter(point -> point.startsWith(folder) && !point.equals(folder))
                .findFirst();
    }

    /// Whether the mount that `path` lies on is a shared one.
    boolean isShared(Path path) {
        return mounts.reversed().stream()
                .filter(mount -> path.startsWith(mount.point()))
                .findFirst()
                .map(Mount::shared)
                .orElse(false);
    }

    /// Every mount at `folder` or below it, in the order in which they were made.
    List<Path> allBelow(Path folder) {
        return mounts.stream().map(Mount::point).filter(p -> p.startsWith(folder)).toList();
    }

    /// The type of what is mounted at `point`; of several on top of each other, the last.
    Optional<String> typeAt(Path point) {
        return mounts.stream()
                .filter(mount -> mount.point().equals(point))
                .map(Mount::type)
                .reduce((_, last) -> last);
    }
}
