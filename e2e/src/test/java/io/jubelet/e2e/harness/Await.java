package io.jubelet.e2e.harness;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// Waits for the world to become as wanted; one in vain says what for and what was there instead.
///
/// Thread: the test's.
public final class Await {
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);
    private static final int LONGEST_SHOWN = 4_000;

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        that(what, USUAL, condition::getAsBoolean, answer -> answer);
    }

    public static <T> T that(String what, Supplier<T> question, Predicate<T> wanted) {
        return that(what, USUAL, question, wanted);
    }

    /// Asks again and again, an exception being as good as an answer that is not wanted.
    public static <T> T that(
            String what, Duration atMost, Supplier<T> question, Predicate<T> wanted) {
        var last = new AtomicReference<Object>("nothing yet");
        var found = new AtomicReference<Optional<T>>(Optional.empty());
        try {
            Awaitility.await(what)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(BETWEEN_LOOKS)
                    .atMost(atMost)
                    .until(() -> look(question, wanted, last, found));
        } catch (ConditionTimeoutException inVain) {
            throw new AssertionError(
                    "waited %d s in vain for %s; last seen: %s"
                            .formatted(atMost.toSeconds(), what, shortened(last.get())));
        }
        return found.get().orElseThrow();
    }

    private static <T> boolean look(
            Supplier<T> question,
            Predicate<T> wanted,
            AtomicReference<Object> last,
            AtomicReference<Optional<T>> found) {
        try {
            var answer = question.get();
            last.set(String.valueOf(answer));
            if (wanted.test(answer)) {
                found.set(Optional.of(answer));
                return true;
            }
        } catch (RuntimeException | AssertionError failure) {
            last.set(failure.toString());
        }
        return false;
    }

    private static String shortened(Object seen) {
        var text = seen.toString();
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
    }
}
