package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Small things that are done to folders.
///
/// Thread: one host call's.
final class HostFolders {
    private HostFolders() {}

    /// The folders in a folder; none if it is not there.
    static List<String> names(Path parent) throws IOException {
        var names = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(parent)) {
            for (var entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    names.add(String.valueOf(entry.getFileName()));
                }
            }
        } catch (NoSuchFileException notYet) {
            return List.of();
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return names;
    }

    /// Makes what is missing of a path below an open folder; no link leads out of it.
    static void makeBelow(OpenFolder folder, String path, int mode) throws IOException {
        var done = new StringBuilder();
        for (var part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".")) {
                continue;
            }
            var parent = done.isEmpty() ? "." : done.toString();
            done.append(done.isEmpty() ? "" : "/").append(part);
            try {
                folder.below(done.toString()).close();
            } catch (NoSuchFileException missing) {
                makeIn(folder, parent, part, mode);
            }
        }
    }

    private static void makeIn(OpenFolder folder, String parent, String name, int mode)
            throws IOException {
        try (var in = folder.below(parent)) {
            var made = in.path().resolve(PathPart.checked("folder", name));
            Files.createDirectory(made);
            UnixAttributes.setMode(made, mode);
        } catch (FileAlreadyExistsException meanwhile) {
            // Somebody else made it; whether it leads anywhere is seen when it is opened.
        }
    }
}
