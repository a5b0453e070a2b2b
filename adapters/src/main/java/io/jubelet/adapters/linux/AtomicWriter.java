package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.VolumeFiles.ContentFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/// Replaces all files of a volume at once: whoever reads sees the old ones or the new ones.
///
/// ```
///   ..2026_11_15_20_00_00.123456789/key     the files, in a folder of this writing
///   ..data -> ..2026_11_15_20_00_00.123456789   replaced by one rename
///   key -> ..data/key                           what people see
/// ```
///
/// Thread: one host call's. All paths are relative to an open folder.
/// Upstream: volume/util/atomic_writer.go, whose layout this keeps to the letter.
final class AtomicWriter {
    private static final String DATA = "..data";
    private static final String NEW_DATA = "..data_tmp";
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PATH = 4096;
    private static final int FOLDER_MODE = 0755;
    private static final int GROUP_READS = 0440;
    private static final int GROUP_ENTERS = 0550;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("'..'yyyy_MM_dd_HH_mm_ss'.'").withZone(ZoneOffset.UTC);

    private final Path volume;
    private final Path folder;
    private final OptionalLong group;
    private final Map<String, ContentFile> files = new TreeMap<>();

    private AtomicWriter(Path volume, OpenFolder open, OptionalLong group) {
        this.volume = volume;
        this.folder = open.path();
        this.group = group;
    }

    /// @param volume its trusted path
    /// @param open the same folder
    /// @param group that may read the files
    static void write(
            Path volume, OpenFolder open, List<ContentFile> files, OptionalLong group, Instant now)
            throws IOException {
        var writer = new AtomicWriter(volume, open, group);
        files.forEach(file -> writer.files.put(clean(file.path()), file));
        writer.write(now);
    }

    /// Whether a writing came to its end in this volume once.
    static boolean wrote(Path volume) {
        return Files.isSymbolicLink(volume.resolve(DATA));
    }

    /// The path without empty parts; refuses what leads elsewhere or hides among our own names.
    static String clean(String path) {
        if (path.isEmpty()) {
            throw new HostCallException("invalid path: must not be empty: \"\"");
        }
        if (path.startsWith("/")) {
            throw new HostCallException("invalid path: must be relative path: " + path);
        }
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new HostCallException(
                    "invalid path: must be less than or equal to 4096 characters");
        }
        var parts = List.of(path.split("/", -1));
        for (var part : parts) {
            if (part.equals("..")) {
                throw new HostCallException("invalid path: must not contain '..': " + path);
            }
            if (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
                throw new HostCallException(
                        "invalid path: filenames must be less than or equal to 255 characters");
            }
        }
        if (parts.getFirst().startsWith("..")) {
            throw new HostCallException("invalid path: must not start with '..': " + path);
        }
        return String.join(
                "/", parts.stream().filter(p -> !p.isEmpty() && !p.equals(".")).toList());
    }

    private void write(Instant now) throws IOException {
        var old = oldStamp();
        if (old.isEmpty() || !upToDate(folder.resolve(old))) {
            var stamp = newStamp(now);
            writeFiles(folder.resolve(stamp));
            pointTo(stamp);
            old = stamp;
        }
        showFiles();
        hideOthers();
        removeOtherStamps(old);
    }

    /// The folder that is shown now; empty if there is none, or the link is not of our making.
    private String oldStamp() throws IOException {
        try {
            var target = Files.readSymbolicLink(folder.resolve(DATA)).toString();
            return isStamp(target) ? target : "";
        } catch (NoSuchFileException | NotLinkException none) {
            return "";
        }
    }

    private static boolean isStamp(String name) {
        return name.length() > 2
                && name.startsWith("..")
                && name.indexOf('/') < 0
                && Character.isDigit(name.charAt(2));
    }

    private boolean upToDate(Path shown) throws IOException {
        if (!Files.isDirectory(shown, LinkOption.NOFOLLOW_LINKS)
                || !paths(shown).equals(files.keySet())) {
            return false;
        }
        for (var file : files.entrySet()) {
            var bytes = Files.readAllBytes(shown.resolve(file.getKey()));
            if (!Arrays.equals(bytes, file.getValue().data().toByteArray())) {
                return false;
            }
        }
        return true;
    }

    private static Set<String> paths(Path shown) throws IOException {
        var found = new TreeSet<String>();
        try (var entries = Files.walk(shown)) {
            entries.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .forEach(path -> found.add(shown.relativize(path).toString()));
        }
        return found;
    }

    private String newStamp(Instant now) throws IOException {
        while (true) {
            var number = ThreadLocalRandom.current().nextInt(1_000_000_000);
            var name = STAMP.format(now) + number;
            try {
                Files.createDirectory(folder.resolve(name));
                UnixAttributes.setMode(folder.resolve(name), FOLDER_MODE);
                UnixAttributes.giveFolder(folder.resolve(name), group, GROUP_ENTERS);
                return name;
            } catch (FileAlreadyExistsException taken) {
                // Another number, then.
            }
        }
    }

    private void writeFiles(Path stamp) throws IOException {
        for (var entry : files.entrySet()) {
            var path = stamp.resolve(entry.getKey());
            makeParents(stamp, path);
            writeFile(path, entry.getValue());
        }
    }

    private void makeParents(Path stamp, Path path) throws IOException {
        var parents = stamp.relativize(path).getParent();
        var at = stamp;
        for (var part : parents == null ? List.<Path>of() : parents) {
            at = at.resolve(part);
            if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(at);
                UnixAttributes.setMode(at, FOLDER_MODE);
                UnixAttributes.giveFolder(at, group, GROUP_ENTERS);
            }
        }
    }

    /// Nobody but root can read it before its mode and owner are right.
    private void writeFile(Path path, ContentFile file) throws IOException {
        var options =
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS);
        var secret =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel = Files.newByteChannel(path, options, secret)) {
            var data = file.data().asReadOnlyByteBuffer();
            while (data.hasRemaining()) {
                channel.write(data);
            }
        }
        UnixAttributes.setOwner(path, file.owner(), group);
        UnixAttributes.setMode(path, group.isPresent() ? file.mode() | GROUP_READS : file.mode());
    }

    private void pointTo(String stamp) throws IOException {
        var link = folder.resolve(NEW_DATA);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(stamp));
        UnixAttributes.setOwner(link, OptionalLong.empty(), group);
        Files.move(link, folder.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
    }

    private void showFiles() throws IOException {
        for (var entry : files.entrySet()) {
            var name = firstPart(entry.getKey());
            var link = folder.resolve(name);
            if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(link, Path.of(DATA, name));
                UnixAttributes.setOwner(link, entry.getValue().owner(), group);
            }
        }
    }

    private static String firstPart(String path) {
        var slash = path.indexOf('/');
        return slash < 0 ? path : path.substring(0, slash);
    }

    /// Removes links that lead to files which are there no more; nothing else.
    private void hideOthers() throws IOException {
        var shown = new TreeSet<String>();
        files.keySet().forEach(path -> shown.add(firstPart(path)));
        for (var name : names()) {
            var link = folder.resolve(name);
            if (!shown.contains(name)
                    && Files.isSymbolicLink(link)
                    && Files.readSymbolicLink(link).equals(Path.of(DATA, name))) {
                Files.delete(link);
            }
        }
    }

    private void removeOtherStamps(String shown) throws IOException {
        for (var name : names()) {
            if (isStamp(name) && !name.equals(shown)) {
                TreeRemoval.remove(volume, name);
            }
        }
    }

    private List<String> names() throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.map(path -> String.valueOf(path.getFileName())).toList();
        }
    }
}
