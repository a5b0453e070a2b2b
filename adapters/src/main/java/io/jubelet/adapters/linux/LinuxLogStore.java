package io.jubelet.adapters.linux;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodIdentity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// Containers' logs on this machine's disks. The folder of a container's logs is held open while
/// something is done in it, so that nobody can lead it elsewhere meanwhile.
///
/// Thread: any; the work is done by [HostCalls].
///
/// Upstream: logs/container_log_manager.go, kuberuntime/legacy.go.
public final class LinuxLogStore implements LogStore {
    /// To compress is long work on a long log, and two at one log would spoil each other's.
    private static final HostCalls.Limits COMPRESSING =
            new HostCalls.Limits(16, 1, Duration.ofMinutes(10));

    private final Path logs;
    private final Path links;
    private final HostCalls calls;
    private final HostCalls compressing = new HostCalls(COMPRESSING);

    /// @param podLogs where the folders of the pods' logs lie
    /// @param links where the links to all logs lie
    public LinuxLogStore(Path podLogs, Path links, HostCalls calls) {
        this.logs = podLogs;
        this.links = links;
        this.calls = calls;
    }

    @FunctionalInterface
    private interface InFolder<T> {
        T use(Path folder) throws IOException;
    }

    private <T> T in(HostCalls by, LogName log, String what, InFolder<T> body) {
        return by.call(log.pod().uid().value(), what, () -> inFolder(log, body));
    }

    /// The same, with the answer of a container that has no folder of logs.
    private <T> T inOr(T without, LogName log, String what, InFolder<T> body) {
        return calls.call(
                log.pod().uid().value(),
                what,
                () -> {
                    try {
                        return inFolder(log, body);
                    } catch (NoSuchFileException missing) {
                        return without;
                    }
                });
    }

    private <T> T inFolder(LogName log, InFolder<T> body) throws IOException {
        var name = LinuxPodFiles.logName(log.pod());
        var container = PathPart.checked("container", log.container());
        try (var pod = OpenFolder.at(logs.resolve(name));
                var folder = OpenFolder.at(pod.path().resolve(container))) {
            return body.use(folder.path());
        }
    }

    private static String what(String verb, LogName log, String file) {
        return verb + " " + file + " of container " + log.container() + " of pod " + log.pod();
    }

    @Override
    public Optional<Long> size(LogName log) {
        return inOr(
                Optional.empty(),
                log,
                what("look at", log, log.file()),
                folder -> sizeOf(folder.resolve(log.file())));
    }

    /// Empty for what is not there, and for what is no file.
    private static Optional<Long> sizeOf(Path file) throws IOException {
        try {
            var attributes = PlainFile.attributes(file);
            return attributes.isRegularFile() ? Optional.of(attributes.size()) : Optional.empty();
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    @Override
    public List<Entry> files(LogName log) {
        return inOr(List.of(), log, what("list", log, log.file()), folder -> list(folder, log));
    }

    private static List<Entry> list(Path folder, LogName log) throws IOException {
        var entries = new ArrayList<Entry>();
        for (var name : names(folder)) {
            if (name.equals(log.file()) || name.startsWith(log.file() + ".")) {
                sizeOf(folder.resolve(name)).ifPresent(size -> entries.add(new Entry(name, size)));
            }
        }
        return entries;
    }

    private static List<String> names(Path folder) throws IOException {
        var names = new ArrayList<String>();
        try (var stream = Files.newDirectoryStream(folder)) {
            stream.forEach(path -> names.add(String.valueOf(path.getFileName())));
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        names.sort(String::compareTo);
        return names;
    }

    @Override
    public void remove(LogName log, String file) {
        var name = PathPart.checked("log", file);
        inOr(true, log, what("remove", log, file), f -> Files.deleteIfExists(f.resolve(name)));
    }

    @Override
    public void compress(LogName log, String file) {
        var name = PathPart.checked("log", file);
        in(
                compressing,
                log,
                what("compress", log, file),
                folder -> {
                    PlainFile.compress(folder.resolve(name));
                    return true;
                });
    }

    @Override
    public void putAside(LogName log, String as) {
        var name = PathPart.checked("log", as);
        in(
                calls,
                log,
                what("put aside", log, log.file()),
                folder ->
                        Files.move(
                                folder.resolve(log.file()),
                                folder.resolve(name),
                                StandardCopyOption.ATOMIC_MOVE));
    }

    @Override
    public boolean putBack(LogName log, String from) {
        var name = PathPart.checked("log", from);
        return in(
                calls,
                log,
                what("put back", log, from),
                folder -> {
                    try {
                        // A second name, unlike a move, never takes the place of what is there.
                        Files.createLink(folder.resolve(log.file()), folder.resolve(name));
                    } catch (FileAlreadyExistsException begun) {
                        return false;
                    }
                    Files.delete(folder.resolve(name));
                    return true;
                });
    }

    @Override
    public OptionalInt newest(PodIdentity pod, String container) {
        var any = new LogName(pod, container, 0);
        return inOr(
                OptionalInt.empty(),
                any,
                what("list", any, "logs"),
                folder -> attempts(folder).keySet().stream().mapToInt(Integer::intValue).max());
    }

    @Override
    public void removeBefore(LogName log) {
        inOr(
                true,
                log,
                what("remove logs before", log, log.file()),
                folder -> {
                    for (var names : attempts(folder).headMap(log.attempt()).values()) {
                        for (var name : names) {
                            Files.deleteIfExists(folder.resolve(name));
                        }
                    }
                    return true;
                });
    }

    /// The plain files of logs in the folder, by the number of the instance.
    private static NavigableMap<Integer, List<String>> attempts(Path folder) throws IOException {
        var found = new TreeMap<Integer, List<String>>();
        for (var name : names(folder)) {
            var attempt = LogName.attemptOf(name);
            if (attempt.isPresent() && !Files.isDirectory(folder.resolve(name), NOFOLLOW_LINKS)) {
                found.computeIfAbsent(attempt.getAsInt(), _ -> new ArrayList<>()).add(name);
            }
        }
        return found;
    }

    @Override
    public void link(LogName log, ContainerId id) {
        var link = links.resolve(PathPart.checked("link", log.link(id)));
        var target = path(log);
        inOr(
                true,
                log,
                what("link to", log, log.file()),
                folder -> {
                    if (Files.exists(folder.resolve(log.file()), NOFOLLOW_LINKS)) {
                        makeLink(link, target);
                    }
                    return true;
                });
    }

    private Path path(LogName log) {
        return logs.resolve(LinuxPodFiles.logName(log.pod()))
                .resolve(PathPart.checked("container", log.container()))
                .resolve(log.file());
    }

    private static void makeLink(Path link, Path target) throws IOException {
        try {
            Files.createSymbolicLink(link, target);
        } catch (FileAlreadyExistsException there) {
            if (!Files.isSymbolicLink(link) || !Files.readSymbolicLink(link).equals(target)) {
                throw there;
            }
        }
    }

    @Override
    public void removeAll(LogName log, ContainerId id) {
        var link = links.resolve(PathPart.checked("link", log.link(id)));
        inOr(
                true,
                log,
                what("remove", log, log.file()),
                folder -> {
                    for (var entry : list(folder, log)) {
                        Files.deleteIfExists(folder.resolve(entry.name()));
                    }
                    return true;
                });
        calls.call("", "remove the link " + link, () -> Files.deleteIfExists(link));
    }

    @Override
    public List<String> danglingLinks() {
        return calls.call("", "look for links to logs in " + links, this::dangling);
    }

    private List<String> dangling() throws IOException {
        try {
            return names(links).stream()
                    .filter(LogName::isLink)
                    .filter(name -> dangles(links.resolve(name)))
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    private static boolean dangles(Path link) {
        return Files.isSymbolicLink(link) && Files.notExists(link);
    }

    @Override
    public void removeLink(String name) {
        var link = links.resolve(PathPart.checked("link", name));
        calls.call(
                "", "remove the link " + link, () -> dangles(link) && Files.deleteIfExists(link));
    }
}
