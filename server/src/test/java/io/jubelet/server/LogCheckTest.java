package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LogCheckTest {
    private final AtomicLong now = new AtomicLong();

    @Test
    void aFlushThatHangsForTwoMinutesIsAProblemUntilItEnds() throws InterruptedException {
        var stuck = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        var check = new LogCheck(() -> waitFor(stuck, ended), now::get);

        assertThat(check.problem()).isEmpty();
        now.addAndGet(LogCheck.LONGEST.toNanos() - 1);
        assertThat(check.problem()).isEmpty();
        now.addAndGet(1);
        assertThat(check.problem()).hasValue("logging blocked");
        stuck.countDown();
        ended.await();
        while (check.problem().isPresent()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theLogIsFlushedOnceAMinuteAtMost() throws InterruptedException {
        var flushes = new AtomicInteger();
        var first = new CountDownLatch(1);
        var second = new CountDownLatch(2);
        var check =
                new LogCheck(
                        () -> {
                            flushes.incrementAndGet();
                            first.countDown();
                            second.countDown();
                        },
                        now::get);

        check.problem();
        first.await();
        check.problem();
        assertThat(flushes).hasValue(1);

        now.addAndGet(LogCheck.PERIOD.toNanos());
        while (second.getCount() > 0) {
            check.problem();
        }
        assertThat(flushes).hasValue(2);
    }

    private static void waitFor(CountDownLatch latch, CountDownLatch ended) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        } finally {
            ended.countDown();
        }
    }
}
