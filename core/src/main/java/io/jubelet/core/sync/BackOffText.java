package io.jubelet.core.sync;

import io.jubelet.core.host.PodMemory;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.stream.Collectors;

/// Back-offs as a text that is remembered: a line each, its parts between tabs.
///
/// A line that cannot be read is passed over: what is forgotten costs one early restart.
public final class BackOffText {
    private static final String TOPIC = "back-off";

    private BackOffText() {}

    /// What was remembered of a pod's back-offs, within the limits of now.
    public static RestartBackOff recall(PodMemory memory, PodUid pod, BackOffLimits limits) {
        return memory.recall(pod, TOPIC)
                .map(BackOffText::read)
                .orElse(RestartBackOff.NONE)
                .within(limits);
    }

    public static void remember(PodMemory memory, PodUid pod, RestartBackOff backOff) {
        memory.remember(pod, TOPIC, write(backOff));
    }

    public static String write(RestartBackOff backOff) {
        return backOff.entries().entrySet().stream()
                .map(
                        entry ->
                                "%s\t%d\t%d%s\n"
                                        .formatted(
                                                entry.getKey(),
                                                entry.getValue().delay().toMillis(),
                                                entry.getValue().updated().toEpochMilli(),
                                                causes(entry.getValue())))
                .collect(Collectors.joining());
    }

    private static String causes(RestartBackOff.Entry entry) {
        return entry.causes().equals(Causes.NONE) ? "" : "\t" + entry.causes().text();
    }

    public static RestartBackOff read(String text) {
        var entries = new LinkedHashMap<String, RestartBackOff.Entry>();
        text.lines()
                .map(line -> line.split("\t", -1))
                .filter(parts -> parts.length == 3 || parts.length == 4)
                .filter(parts -> isNumber(parts[1]) && isNumber(parts[2]))
                .forEach(parts -> read(parts).ifPresent(entry -> entries.put(parts[0], entry)));
        return new RestartBackOff(entries);
    }

    private static Optional<RestartBackOff.Entry> read(String[] parts) {
        var causes = parts.length == 3 ? Optional.of(Causes.NONE) : Causes.read(parts[3]);
        return causes.map(
                known ->
                        new RestartBackOff.Entry(
                                Duration.ofMillis(Long.parseLong(parts[1])),
                                Instant.ofEpochMilli(Long.parseLong(parts[2])),
                                known));
    }

    /// Short enough to be a long, and nothing but digits.
    private static boolean isNumber(String text) {
        return text.length() <= 15 && text.matches("[0-9]+");
    }
}
