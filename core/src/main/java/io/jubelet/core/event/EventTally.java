package io.jubelet.core.event;

import io.jubelet.api.core.Event;
import io.jubelet.api.meta.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Decides what becomes of an event: written anew, counted on one that was written before, folded
/// into one with its like, or dropped because there were too many. No clock and no effect: the same
/// events at the same times give the same answers.
///
/// - Ten events that differ in nothing but the message, none more than ten minutes after the one
///   before, are from then on one event.
/// - The same event again raises the count of the first.
/// - One kind of event about one object has 25 writes to spend, and one more every five minutes.
///
/// Thread: its owner's; it remembers what it saw.
/// Upstream: client-go tools/record/events_cache.go EventCorrelator.
public final class EventTally {
    static final int MOST_REMEMBERED = 4096;
    static final int SIMILAR = 10;
    static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);
    static final int SPAM_BURST = 25;
    static final Duration SPAM_REFILL = Duration.ofMinutes(5);

    private final Recent<Likes> likes = new Recent<>(MOST_REMEMBERED);
    private final Recent<Written> written = new Recent<>(MOST_REMEMBERED);
    private final Recent<Allowance> allowances = new Recent<>(MOST_REMEMBERED);

    /// What to do with an event.
    public sealed interface Verdict {
        /// Writes it as a new object.
        record Create(Event event) implements Verdict {}

        /// Raises the count of the object of that name; the event is whole, in case that is gone.
        record Count(Event event) implements Verdict {}

        /// There were too many about this object.
        record Drop() implements Verdict {}
    }

    /// Messages of events that are otherwise alike.
    private record Likes(Set<String> messages, Duration last) {}

    /// An event that was given to be written.
    private record Written(String name, Time first, int count) {}

    /// What an object may still have written.
    private record Allowance(double tokens, Duration at) {}

    /// @param now for what people read in the event
    /// @param uptime the monotonic time, for what is decided here
    public Verdict judge(Event event, Instant now, Duration uptime) {
        var folded = foldIntoLikes(event, now, uptime);
        var key = folded.isPresent() ? likenessKey(event) : key(event);
        var counted = count(folded.orElse(event), key);
        if (!spend(counted, uptime)) {
            return new Verdict.Drop();
        }
        return counted.getCount() > 1 ? new Verdict.Count(counted) : new Verdict.Create(counted);
    }

    private Optional<Event> foldIntoLikes(Event event, Instant now, Duration uptime) {
        var likeness = likenessKey(event);
        var messages =
                Optional.ofNullable(likes.get(likeness))
                        .filter(
                                known ->
                                        !uptime.minus(known.last())
                                                .minus(SIMILAR_WITHIN)
                                                .isPositive())
                        .map(Likes::messages)
                        .orElseGet(HashSet::new);
        messages.add(event.getMessage());
        likes.put(likeness, new Likes(messages, uptime));
        if (messages.size() < SIMILAR) {
            return Optional.empty();
        }
        // Nine stay, so that the next one of a new message is folded as well.
        messages.remove(event.getMessage());
        return Optional.of(combined(event, now));
    }

    private static Event combined(Event event, Instant now) {
        var combined =
                event.toBuilder()
                        .setMessage("(combined from similar events): " + event.getMessage())
                        .setFirstTimestamp(EventObjects.time(now))
                        .setLastTimestamp(EventObjects.time(now))
                        .clearReportingComponent()
                        .clearReportingInstance();
        combined.getMetadataBuilder()
                .setName(EventObjects.name(event.getInvolvedObject().getName(), now));
        return combined.build();
    }

    /// The event with the name and the beginning of its first occurrence.
    private Event count(Event event, String key) {
        var before = written.get(key);
        if (before == null) {
            var name = event.getMetadata().getName();
            written.put(key, new Written(name, event.getFirstTimestamp(), event.getCount()));
            return event;
        }
        var count = before.count() + 1;
        written.put(key, new Written(before.name(), before.first(), count));
        var counted = event.toBuilder().setFirstTimestamp(before.first()).setCount(count);
        counted.getMetadataBuilder().setName(before.name());
        return counted.build();
    }

    private boolean spend(Event event, Duration uptime) {
        var key = spamKey(event);
        var known = allowances.get(key);
        var tokens = known == null ? SPAM_BURST : refilled(known, uptime);
        var granted = tokens >= 1;
        allowances.put(key, new Allowance(granted ? tokens - 1 : tokens, uptime));
        return granted;
    }

    private static double refilled(Allowance allowance, Duration uptime) {
        var passed = uptime.minus(allowance.at()).toNanos();
        var more = Math.max(0, passed) / (double) SPAM_REFILL.toNanos();
        return Math.min(SPAM_BURST, allowance.tokens() + more);
    }

    private static String key(Event event) {
        var object = event.getInvolvedObject();
        return object(event)
                + "\n"
                + object.getFieldPath()
                + "\n"
                + event.getReason()
                + "\n"
                + event.getMessage();
    }

    private static String likenessKey(Event event) {
        return object(event) + "\n" + event.getReason();
    }

    private static String spamKey(Event event) {
        return object(event);
    }

    /// All events here have one source, so that it tells none apart.
    private static String object(Event event) {
        var object = event.getInvolvedObject();
        return String.join(
                "\n",
                event.getType(),
                object.getKind(),
                object.getNamespace(),
                object.getName(),
                object.getUid(),
                object.getApiVersion());
    }
}
