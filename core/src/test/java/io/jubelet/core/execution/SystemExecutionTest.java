package io.jubelet.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SystemExecutionTest {
    private final Execution execution = new SystemExecution();

    @Test
    void remembersARaiseUntilSomebodyWaits() {
        var signal = execution.signal("test");
        signal.raise();
        signal.raise();

        assertThat(signal.await(Duration.ZERO)).isTrue();
        assertThat(signal.await(Duration.ZERO)).isFalse();
    }

    @Test
    void wakesAWaiterOfAnotherThread() {
        var ready = execution.signal("ready");
        var answer = execution.signal("answer");
        execution.start(
                ThreadKind.POD,
                "waiter",
                () -> {
                    ready.await();
                    answer.raise();
                });

        ready.raise();

        assertThat(answer.await(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void givesUpWaitingWhenTimeIsUp() {
        assertThat(execution.signal("never").await(Duration.ofMillis(5))).isFalse();
    }

    @Test
    void runsAllTasksEvenIfOneFails() {
        var done = new AtomicInteger();
        List<Runnable> tasks =
                List.of(
                        done::incrementAndGet,
                        () -> {
                            throw new IllegalStateException("no");
                        },
                        done::incrementAndGet);

        assertThatThrownBy(() -> Parallel.run(execution, "tasks", tasks)).hasMessage("no");
        assertThat(done).hasValue(2);
    }

    @Test
    void comparesTicks() {
        var tick = new Tick(10);

        assertThat(tick.plus(Duration.ofNanos(5))).isEqualTo(new Tick(15));
        assertThat(tick.until(new Tick(15))).isEqualTo(Duration.ofNanos(5));
        assertThat(Tick.later(tick, new Tick(9))).isEqualTo(tick);
        assertThat(Tick.earlier(tick, new Tick(9))).isEqualTo(new Tick(9));
        assertThat(Tick.BEGINNING.isBefore(tick)).isTrue();
    }
}
