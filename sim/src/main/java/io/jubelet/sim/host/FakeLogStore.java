package io.jubelet.sim.host;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Containers' logs in memory. A file is the numbers of the lines in it, and is one thing whatever
/// its name is; the runtime goes on writing to the one that it opened.
///
/// Thread: any; all state is under its own monitor, for demos on the real clock.
public final class FakeLogStore implements LogStore {
    private final BiConsumer<String, Runnable> call;
    private final Map<LogName, Map<String, List<Integer>>> files = new HashMap<>();
    private final Map<LogName, List<Integer>> open = new HashMap<>();
    private final TreeMap<String, LogName> links = new TreeMap<>();

    /// @param call does an effect as a call of the machine, which may fail
    FakeLogStore(BiConsumer<String, Runnable> call) {
        this.call = call;
    }

    /// The runtime begins a file in the log's place, or goes on with the one that is there.
    public synchronized void opened(LogName log) {
        var file = filesOf(log).computeIfAbsent(log.file(), _ -> new ArrayList<>());
        open.put(log, file);
    }

    /// The container writes a line.
    public synchronized void write(LogName log, int line) {
        Objects.requireNonNull(open.get(log), () -> log + " is not written to").add(line);
    }

    /// What is in each file of the log, by name.
    public synchronized Map<String, List<Integer>> content(LogName log) {
        return new TreeMap<>(files.getOrDefault(log, new TreeMap<>()));
    }

    /// All links there are, and where they lead.
    public synchronized Map<String, LogName> links() {
        return new TreeMap<>(links);
    }

    synchronized void podRemoved(PodUid uid) {
        files.keySet().removeIf(log -> log.pod().uid().equals(uid));
    }

    private Map<String, List<Integer>> filesOf(LogName log) {
        return files.computeIfAbsent(log, _ -> new TreeMap<>());
    }

    private synchronized boolean exists(LogName log) {
        return files.getOrDefault(log, new TreeMap<>()).containsKey(log.file());
    }

    @Override
    public Optional<Long> size(LogName log) {
        call.accept("look at a log", () -> {});
        return Optional.ofNullable(content(log).get(log.file())).map(file -> (long) file.size());
    }

    @Override
    public List<Entry> files(LogName log) {
        call.accept("list a log", () -> {});
        return content(log).entrySet().stream()
                .map(file -> new Entry(file.getKey(), file.getValue().size()))
                .toList();
    }

    @Override
    public void remove(LogName log, String file) {
        change("remove a log", () -> filesOf(log).remove(file));
    }

    @Override
    public void compress(LogName log, String file) {
        change(
                "begin to compress a log",
                () -> filesOf(log).put(file + ".tmp", new ArrayList<>(existing(log, file))));
        change(
                "have compressed a log",
                () -> filesOf(log).put(file + ".gz", taken(log, file + ".tmp")));
        change("remove a compressed log", () -> filesOf(log).remove(file));
    }

    private List<Integer> existing(LogName log, String file) {
        return Optional.ofNullable(filesOf(log).get(file))
                .orElseThrow(() -> new HostCallException(file + ": no such file or directory"));
    }

    private List<Integer> taken(LogName log, String file) {
        var taken = existing(log, file);
        filesOf(log).remove(file);
        return taken;
    }

    @Override
    public void putAside(LogName log, String as) {
        change("put a log aside", () -> filesOf(log).put(as, taken(log, log.file())));
    }

    @Override
    public boolean putBack(LogName log, String from) {
        change(
                "put a log back",
                () -> {
                    if (!exists(log)) {
                        filesOf(log).put(log.file(), taken(log, from));
                    }
                });
        return !content(log).containsKey(from);
    }

    @Override
    public OptionalInt newest(PodIdentity pod, String container) {
        call.accept("look for the newest log", () -> {});
        return newestNow(pod, container);
    }

    private synchronized OptionalInt newestNow(PodIdentity pod, String container) {
        return files.entrySet().stream()
                .filter(log -> !log.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .filter(log -> log.pod().equals(pod) && log.container().equals(container))
                .mapToInt(LogName::attempt)
                .max();
    }

    @Override
    public void removeBefore(LogName log) {
        change("remove older logs", () -> files.keySet().removeIf(old -> isBefore(old, log)));
    }

    private static boolean isBefore(LogName old, LogName log) {
        return old.pod().equals(log.pod())
                && old.container().equals(log.container())
                && old.attempt() < log.attempt();
    }

    @Override
    public void link(LogName log, ContainerId id) {
        change(
                "link to a log",
                () -> {
                    if (exists(log)) {
                        links.put(log.link(id), log);
                    }
                });
    }

    @Override
    public void removeAll(LogName log, ContainerId id) {
        change(
                "remove all of a log",
                () -> {
                    files.remove(log);
                    links.remove(log.link(id));
                });
    }

    @Override
    public List<String> danglingLinks() {
        call.accept("look for dangling links", () -> {});
        return danglingNow();
    }

    /// The truth, without a call.
    public synchronized List<String> danglingNow() {
        return links.entrySet().stream()
                .filter(link -> !exists(link.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public void removeLink(String name) {
        change(
                "remove a link",
                () -> {
                    if (danglingNow().contains(name)) {
                        links.remove(name);
                    }
                });
    }

    private void change(String what, Runnable effect) {
        call.accept(what, () -> locked(effect));
    }

    private synchronized void locked(Runnable effect) {
        effect.run();
    }
}
