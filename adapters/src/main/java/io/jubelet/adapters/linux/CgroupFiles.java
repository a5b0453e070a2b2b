package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The kernel's files of cgroups: they take one write each, and are gone any moment.
///
/// Thread: any that may block.
final class CgroupFiles {
    private static final Set<OpenOption> WRITE =
            Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private CgroupFiles() {}

    static boolean isFolder(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /// Answers whether it was not there before.
    static boolean makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException exists) {
            if (!isFolder(folder)) {
                throw exists;
            }
            return false;
        }
    }

    /// The file must be there: a plain folder is no cgroup.
    static void write(Path file, String text) throws IOException {
        try (var channel = FileChannel.open(file, WRITE)) {
            channel.write(StandardCharsets.US_ASCII.encode(text));
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException failure) {
            throw new IOException(file + ": " + failure.getMessage(), failure);
        }
    }

    static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.US_ASCII).strip();
    }

    /// Words of a file, or none where there is no such file.
    static Set<String> words(Path file) throws IOException {
        try {
            var text = read(file);
            return text.isEmpty() ? Set.of() : new TreeSet<>(List.of(text.split("\\s+")));
        } catch (NoSuchFileException gone) {
            return Set.of();
        }
    }

    /// The folders directly in that one; none if it is not there.
    static List<Path> below(Path folder) throws IOException {
        var found = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(folder, CgroupFiles::isFolder)) {
            entries.forEach(found::add);
        } catch (NoSuchFileException gone) {
            return List.of();
        } catch (DirectoryIteratorException broken) {
            if (broken.getCause() instanceof NoSuchFileException) {
                return List.of();
            }
            throw broken.getCause();
        }
        return found;
    }
}
