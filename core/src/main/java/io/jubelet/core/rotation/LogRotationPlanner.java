package io.jubelet.core.rotation;

import io.jubelet.core.host.LogStore;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Decides what is done to one container's log: what an earlier try left is cleared away, the
/// oldest files go, those put aside before are compressed, and the one that is written to is put
/// aside last. Pure.
///
/// Upstream: logs/container_log_manager.go processContainer, rotateLog. A name that is taken, or
/// older than one that is there, is never given: a clock that goes back costs no line.
public final class LogRotationPlanner {
    static final String COMPRESSED = ".gz";
    static final String UNFINISHED = ".tmp";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private LogRotationPlanner() {}

    /// Whether there is anything to do at a log of that size; empty if it has no file.
    static boolean due(Optional<Long> bytes, RotationSettings settings) {
        return bytes.map(size -> size >= settings.maxBytes()).orElse(true);
    }

    /// @param log the name of the file that the runtime writes to
    /// @param files all files of this log, by name
    public static List<LogStep> plan(
            String log, List<LogStore.Entry> files, RotationSettings settings, Instant now) {
        var live = files.stream().filter(file -> file.name().equals(log)).findFirst();
        if (live.isEmpty()) {
            return List.of(new LogStep.Reopen());
        }
        if (!due(live.map(LogStore.Entry::bytes), settings)) {
            return List.of();
        }
        var others = files.stream().map(LogStore.Entry::name);
        var aside = others.filter(name -> name.startsWith(log + ".")).sorted().toList();
        var used = aside.stream().filter(name -> isUsed(name, aside)).toList();
        var excess = Math.max(0, used.size() - Math.max(0, settings.maxFiles() - 2));
        var steps = new ArrayList<LogStep>();
        aside.stream().filter(name -> !used.contains(name)).forEach(n -> steps.add(remove(n)));
        used.stream().limit(excess).forEach(name -> steps.add(remove(name)));
        used.stream()
                .skip(excess)
                .filter(name -> !name.endsWith(COMPRESSED))
                .forEach(name -> steps.add(new LogStep.Compress(name)));
        steps.add(new LogStep.PutAside(log + "." + TIME.format(time(log, aside, settings, now))));
        return steps;
    }

    private static LogStep remove(String name) {
        return new LogStep.Remove(name);
    }

    /// What is unfinished is of no use, and neither is what has been compressed already.
    private static boolean isUsed(String name, List<String> all) {
        return !name.endsWith(UNFINISHED)
                && (name.endsWith(COMPRESSED) || !all.contains(name + COMPRESSED));
    }

    /// Now, or a second after the newest file that was put aside: names tell the order.
    private static LocalDateTime time(
            String log, List<String> aside, RotationSettings settings, Instant now) {
        var wanted = LocalDateTime.ofInstant(now, settings.zone()).truncatedTo(ChronoUnit.SECONDS);
        return aside.stream()
                .flatMap(name -> timeOf(name.substring(log.length() + 1)).stream())
                .max(LocalDateTime::compareTo)
                .map(newest -> newest.plusSeconds(1))
                .filter(wanted::isBefore)
                .orElse(wanted);
    }

    private static Optional<LocalDateTime> timeOf(String suffix) {
        var end = suffix.indexOf('.');
        try {
            return Optional.of(
                    LocalDateTime.parse(end < 0 ? suffix : suffix.substring(0, end), TIME));
        } catch (DateTimeParseException other) {
            // A file of that log which no kubelet made.
            return Optional.empty();
        }
    }
}
