package io.jubelet.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Event;
import io.jubelet.core.event.EventTally.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class EventTallyTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final EventTally tally = new EventTally();
    private Duration uptime = Duration.ZERO;

    /// Name, events before, the last event, its message and count or `spam`, seconds between.
    static Stream<Arguments> cases() {
        var first = sample("first", "i am first", "a");
        var duplicate = sample("duplicate", "me again", "a");
        var unique = sample("unique", "snowflake", "a");
        var similar = sample("similar", "similar message", "a");
        var elsewhere = sample("similar", "similar message", "b");
        return Stream.of(
                Arguments.of("create-a-single-event", List.of(), first, "i am first x1", 5),
                Arguments.of(
                        "the-same-event-should-just-count",
                        times(1, duplicate),
                        duplicate,
                        "me again x2",
                        5),
                Arguments.of(
                        "the-same-event-should-just-count-even-if-more-than-aggregate",
                        times(EventTally.SIMILAR, duplicate),
                        duplicate,
                        "me again x11",
                        30),
                Arguments.of(
                        "the-same-event-is-spam-if-happens-too-frequently",
                        times(EventTally.SPAM_BURST + 1, duplicate),
                        duplicate,
                        "spam",
                        1),
                Arguments.of("create-many-unique-events", manyPods(30), unique, "snowflake x1", 5),
                Arguments.of(
                        "similar-events-should-aggregate-event",
                        numbered(EventTally.SIMILAR - 1, similar),
                        similar,
                        "(combined from similar events): similar message x1",
                        5),
                Arguments.of(
                        "similar-events-many-times-should-count-the-aggregate",
                        numbered(EventTally.SIMILAR, similar),
                        similar,
                        "(combined from similar events): similar message x2",
                        5),
                Arguments.of(
                        "events-from-different-containers-do-not-aggregate",
                        times(1, elsewhere),
                        similar,
                        "similar message x1",
                        5),
                Arguments.of(
                        "similar-events-whose-interval-is-greater-than-aggregate-interval"
                                + "-do-not-aggregate",
                        numbered(EventTally.SIMILAR - 1, similar),
                        similar,
                        "similar message x1",
                        601));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void judgesAsClientGo(
            String name, List<Sample> before, Sample last, String expected, int interval) {
        before.forEach(sample -> judge(sample, interval));

        assertThat(text(judge(last, interval))).isEqualTo(expected);
    }

    @Test
    void aSpentAllowanceGrowsByOneEveryFiveMinutes() {
        var sample = sample("again", "and again", "a");
        IntStream.range(0, 25).forEach(_ -> judge(sample, 0));

        assertThat(text(judge(sample, 0))).isEqualTo("spam");
        assertThat(text(judge(sample, 299))).isEqualTo("spam");
        assertThat(text(judge(sample, 2))).isEqualTo("and again x28");
        assertThat(text(judge(sample, 1))).isEqualTo("spam");
    }

    @Test
    void warningsDoNotSpendTheAllowanceOfNormalEvents() {
        IntStream.range(0, 26).forEach(_ -> judge(sample("again", "and again", "a"), 0));

        assertThat(text(judge(event(sample("bad", "it broke", "a"), EventType.WARNING), 0)))
                .isEqualTo("it broke x1");
    }

    @Test
    void aCountedEventKeepsTheNameAndBeginningOfItsFirst() {
        var first = ((Verdict.Create) judge(sample("r", "m", "a"), 0)).event();
        var second = ((Verdict.Count) judge(sample("r", "m", "a"), 60)).event();

        assertThat(second.getMetadata().getName()).isEqualTo(first.getMetadata().getName());
        assertThat(second.getFirstTimestamp()).isEqualTo(first.getFirstTimestamp());
        assertThat(second.getLastTimestamp().getSeconds())
                .isEqualTo(first.getLastTimestamp().getSeconds() + 60);
    }

    @Test
    void remembersNoMoreThanItMay() {
        judge(sample("r", "m", "a"), 0);
        manyPods(EventTally.MOST_REMEMBERED).forEach(sample -> judge(sample, 0));

        assertThat(text(judge(sample("r", "m", "a"), 0))).isEqualTo("m x1");
    }

    /// An event to come.
    record Sample(String pod, String reason, String message, String container) {}

    private static Sample sample(String reason, String message, String container) {
        return new Sample("my-pod", reason, message, container);
    }

    private static List<Sample> times(int count, Sample sample) {
        return IntStream.range(0, count).mapToObj(_ -> sample).toList();
    }

    private static List<Sample> numbered(int count, Sample sample) {
        var samples = new ArrayList<Sample>();
        for (var i = 0; i < count; i++) {
            var message = sample.message() + "-" + i;
            samples.add(new Sample(sample.pod(), sample.reason(), message, sample.container()));
        }
        return samples;
    }

    private static List<Sample> manyPods(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Sample("pod-" + i, "reason-" + i, "message-" + i, "a"))
                .toList();
    }

    private Verdict judge(Sample sample, int secondsLater) {
        return judge(event(sample, EventType.NORMAL), secondsLater);
    }

    private Verdict judge(Event event, int secondsLater) {
        uptime = uptime.plusSeconds(secondsLater);
        var now = BEGIN.plus(uptime);
        var current =
                event.toBuilder()
                        .setFirstTimestamp(EventObjects.time(now))
                        .setLastTimestamp(EventObjects.time(now))
                        .build();
        return tally.judge(current, now, uptime);
    }

    private Event event(Sample sample, EventType type) {
        var pod = sample.pod();
        var path = "spec.containers{" + sample.container() + "}";
        var subject = new EventSubject("Pod", "v1", "ns", pod, pod + "-uid", "1", path);
        return EventObjects.of(
                subject, type, sample.reason(), sample.message(), "node", BEGIN.plus(uptime));
    }

    private static String text(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Create create -> text(create.event());
            case Verdict.Count count -> text(count.event());
            case Verdict.Drop _ -> "spam";
        };
    }

    private static String text(Event event) {
        return event.getMessage() + " x" + event.getCount();
    }
}
