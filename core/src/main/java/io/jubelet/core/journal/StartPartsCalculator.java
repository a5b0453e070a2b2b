package io.jubelet.core.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Splits a pod's start into its parts, from what its journal says. Pure.
///
/// A part lasts from the end of the one before to its own; one that is not in the journal has no
/// line. The runtime makes a sandbox and its network in one call, so they are one part.
public final class StartPartsCalculator {
    private static final String READY_TO_START = "PodReadyToStartContainers True";

    private StartPartsCalculator() {}

    /// One part of a start.
    public record Part(String name, Duration took) {}

    private record End(String name, Predicate<JournalEntry> is) {}

    private static final List<End> ENDS =
            List.of(
                    new End("admission", entry -> entry.step() == Step.ADMITTED),
                    new End("volumes", entry -> planned(entry, "make the sandbox")),
                    new End("sandbox and network", entry -> became(entry, READY_TO_START)),
                    new End("image", entry -> told(entry, "Pulled")),
                    new End("create", entry -> told(entry, "Created")),
                    new End("start", entry -> told(entry, "Started")),
                    new End("ready", entry -> became(entry, "Ready True")),
                    new End("status written", entry -> entry.step() == Step.WRITTEN));

    public static List<Part> calculate(List<JournalEntry> entries) {
        var parts = new ArrayList<Part>();
        var from = first(entries, Instant.MIN, entry -> entry.step() == Step.SEEN);
        if (from.isEmpty()) {
            return parts;
        }
        var last = from.get();
        for (var end : ENDS) {
            var at = first(entries, last, end.is());
            if (at.isPresent()) {
                parts.add(new Part(end.name(), Duration.between(last, at.get())));
                last = at.get();
            }
        }
        return parts;
    }

    private static Optional<Instant> first(
            List<JournalEntry> entries, Instant from, Predicate<JournalEntry> is) {
        return entries.stream()
                .filter(is)
                .map(JournalEntry::at)
                .filter(at -> !at.isBefore(from))
                .findFirst();
    }

    private static boolean planned(JournalEntry entry, String action) {
        return entry.step() == Step.PLANNED && entry.detail().startsWith(action);
    }

    private static boolean became(JournalEntry entry, String condition) {
        return entry.step() == Step.STATUS && entry.detail().startsWith(condition);
    }

    private static boolean told(JournalEntry entry, String reason) {
        return entry.step() == Step.EVENT && entry.detail().startsWith(reason);
    }
}
