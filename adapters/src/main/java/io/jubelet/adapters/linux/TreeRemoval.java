package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;

/// Removes a folder and all that is in it, though a pod may have filled it with malice: it works
/// relative to open folders, so that no path can be bent under it; a link is removed and never
/// followed; a mount is never entered.
///
/// Thread: one host call's.
final class TreeRemoval {
    /// How many folders are held open at once. Deeper ones are first moved up to the top.
    private static final int MAX_DEPTH = 64;

    /// The JDK's text for a file's identity is the only place where it tells the device.
    private static final Pattern DEVICE = Pattern.compile("dev=([0-9a-f]+),");

    private final SecureDirectoryStream<Path> top;
    private final Path root;
    private final String device;
    private int moved;

    private TreeRemoval(SecureDirectoryStream<Path> top, Path root, String device) {
        this.top = top;
        this.root = root;
        this.device = device;
    }

    /// Removes `name` in `parent`, a folder that is trusted. What is not there is removed already.
    static void remove(Path parent, String name) throws IOException {
        try {
            var above = parent.toRealPath();
            if (removedEmpty(above.resolve(name))) {
                return;
            }
            refuseMounts(above.resolve(name));
            try (var stream = Files.newDirectoryStream(above)) {
                if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
                    throw new HostCallException(above + ": cannot be removed from safely");
                }
                removeIn(secure, above, Path.of(name));
            }
        } catch (NoSuchFileException gone) {
            // Nothing to do, or somebody else did it meanwhile.
        }
    }

    /// The kernel removes no folder that holds something or is mounted on; so the mounts of the
    /// whole machine need not be looked through for one that is empty.
    private static boolean removedEmpty(Path folder) throws IOException {
        if (!Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isDirectory()) {
            return false;
        }
        try {
            Files.delete(folder);
            return true;
        } catch (NoSuchFileException gone) {
            throw gone;
        } catch (FileSystemException notEmpty) {
            return false;
        }
    }

    private static void refuseMounts(Path folder) throws IOException {
        var mounted = MountTable.read().firstAtOrBelow(folder);
        if (mounted.isPresent()) {
            throw new HostCallException(
                    "remove " + folder + ": " + mounted.get() + " is still mounted");
        }
    }

    private static void removeIn(SecureDirectoryStream<Path> above, Path parent, Path name)
            throws IOException {
        var attributes = attributes(above, name);
        if (!attributes.isDirectory()) {
            above.deleteFile(name);
            return;
        }
        var movedBefore = -1;
        try (var top = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            var removal = new TreeRemoval(top, parent.resolve(name), device(attributes));
            while (movedBefore != removal.moved) {
                movedBefore = removal.moved;
                removal.empty(above, name, 1);
            }
        }
        above.deleteDirectory(name);
    }

    private void empty(SecureDirectoryStream<Path> parent, Path name, int depth)
            throws IOException {
        try (var folder = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            for (var entry : folder) {
                try {
                    remove(folder, entry.getFileName(), depth);
                } catch (NoSuchFileException gone) {
                    // Somebody else removed it meanwhile.
                }
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
    }

    private void remove(SecureDirectoryStream<Path> folder, Path name, int depth)
            throws IOException {
        var attributes = attributes(folder, name);
        if (!attributes.isDirectory()) {
            folder.deleteFile(name);
            return;
        }
        if (!device(attributes).equals(device)) {
            throw new HostCallException(
                    "remove " + root + ": another file system is mounted on " + name + " in it");
        }
        if (depth >= MAX_DEPTH) {
            folder.move(name, top, Path.of(".jubelet-removed-" + moved++));
            return;
        }
        empty(folder, name, depth + 1);
        folder.deleteDirectory(name);
    }

    private static BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        var view =
                folder.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        return view.readAttributes();
    }

    private static String device(BasicFileAttributes attributes) {
        var key = String.valueOf(attributes.fileKey());
        var device = DEVICE.matcher(key);
        if (!device.find()) {
            throw new HostCallException("cannot tell the device of a file from " + key);
        }
        return device.group(1);
    }
}
