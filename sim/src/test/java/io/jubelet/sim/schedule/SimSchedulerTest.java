package io.jubelet.sim.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class SimSchedulerTest {
    private final SimScheduler scheduler = new SimScheduler(1, Pace.STEADY);
    private final List<String> seen = new ArrayList<>();

    @Test
    void timeJumpsToTheNextTimerWhenNobodyCanRun() {
        scheduler.run(
                () -> {
                    var before = scheduler.now();
                    scheduler.advance(Duration.ofHours(7));
                    assertThat(scheduler.now()).isEqualTo(before.plus(Duration.ofHours(7)));
                });
    }

    @Test
    void aJumpOfTheWallClockLeavesTicksAlone() {
        scheduler.run(
                () -> {
                    var tick = scheduler.tick();
                    var wall = scheduler.now();
                    scheduler.jumpWallClock(Duration.ofDays(-3));
                    assertThat(scheduler.now()).isEqualTo(wall.minus(Duration.ofDays(3)));
                    assertThat(scheduler.tick()).isEqualTo(tick);
                });
    }

    @Test
    void aRaiseBeforeTheWaitIsRememberedOnce() {
        scheduler.run(
                () -> {
                    var signal = scheduler.signal("s");
                    signal.raise();
                    signal.raise();
                    assertThat(signal.await(Duration.ZERO)).isTrue();
                    assertThat(signal.await(Duration.ZERO)).isFalse();
                });
    }

    @Test
    void aTimedWaitEndsExactlyWhenItsTimeIsOver() {
        scheduler.run(
                () -> {
                    var before = scheduler.elapsed();
                    assertThat(scheduler.signal("s").await(Duration.ofSeconds(5))).isFalse();
                    assertThat(scheduler.elapsed().minus(before)).isEqualTo(Duration.ofSeconds(5));
                });
    }

    @Test
    void aRaiseWakesTheThreadThatWaits() {
        scheduler.run(
                () -> {
                    var signal = scheduler.signal("s");
                    start(
                            scheduler,
                            "waiter",
                            () -> {
                                signal.await();
                                seen.add("woken at " + scheduler.elapsed().toSeconds());
                            });
                    scheduler.advance(Duration.ofSeconds(3));
                    signal.raise();
                    scheduler.advance(Duration.ofSeconds(1));
                    assertThat(seen).containsExactly("woken at 3");
                });
    }

    @Test
    void effectsHappenInTheOrderOfTheirTimes() {
        scheduler.run(
                () -> {
                    scheduler.after(Duration.ofSeconds(2), "late", () -> seen.add("late"));
                    scheduler.after(Duration.ofSeconds(1), "early", () -> seen.add("early"));
                    scheduler
                            .after(Duration.ofSeconds(1), "never", () -> seen.add("never"))
                            .cancel();
                    scheduler.advance(Duration.ofSeconds(3));
                    assertThat(seen).containsExactly("early", "late");
                });
    }

    @Test
    void onlyOneThreadRunsAtATimeAndTheSeedDecidesWho() {
        var orders = new HashSet<List<String>>();
        for (var seed = 0; seed < 20; seed++) {
            assertThat(order(seed)).hasSize(15).isEqualTo(order(seed));
            orders.add(order(seed));
        }
        assertThat(orders).hasSizeGreaterThan(10);
    }

    private static List<String> order(long seed) {
        var order = new ArrayList<String>();
        var scheduler = new SimScheduler(seed, Pace.of(seed));
        scheduler.run(
                () -> {
                    for (var name : List.of("a", "b", "c")) {
                        start(
                                scheduler,
                                name,
                                () -> {
                                    for (var turn = 0; turn < 5; turn++) {
                                        order.add(name);
                                        scheduler.point("turn");
                                    }
                                });
                    }
                    scheduler.advance(Duration.ofMinutes(1));
                });
        return order;
    }

    @Test
    void aCrashEndsEveryThreadOfItsProcessAndNoOther() {
        scheduler.run(
                () -> {
                    var process = scheduler.incarnation();
                    var other = scheduler.incarnation();
                    start(process, "one", () -> tickFor(process, "one"));
                    start(process, "two", () -> tickFor(process, "two"));
                    start(other, "three", () -> tickFor(other, "three"));
                    scheduler.advance(Duration.ofMillis(2500));
                    process.crash();
                    assertThat(process.alive()).isFalse();
                    seen.clear();
                    scheduler.advance(Duration.ofMillis(2500));
                    assertThat(seen).containsExactly("three", "three");
                });
    }

    private void tickFor(Execution execution, String name) {
        while (true) {
            execution.signal(name).await(Duration.ofSeconds(1));
            seen.add(name);
        }
    }

    @Test
    void aCleanUpThatCallsOutAfterACrashDiesAtOnce() {
        scheduler.run(
                () -> {
                    var process = scheduler.incarnation();
                    start(
                            process,
                            "worker",
                            () -> {
                                try {
                                    process.signal("never").await();
                                } finally {
                                    seen.add("finally");
                                    scheduler.point("call in finally");
                                    seen.add("not reached");
                                }
                            });
                    scheduler.advance(Duration.ofSeconds(1));
                    process.crash();
                    assertThat(seen).containsExactly("finally");
                });
    }

    @Test
    void aCrashFallsAtTheScheduledPointAndANewIncarnationGoesOn() {
        scheduler.run(
                () -> {
                    var first = scheduler.incarnation();
                    start(
                            first,
                            "counter",
                            () -> {
                                for (var count = 1; count < 100; count++) {
                                    scheduler.point("count");
                                    seen.add("count " + count);
                                }
                            });
                    first.crashAfter(4);
                    scheduler.advance(Duration.ofSeconds(1));
                    assertThat(first.crashed()).isTrue();
                    assertThat(seen).containsExactly("count 1", "count 2", "count 3");
                    var second = scheduler.incarnation();
                    start(second, "next", () -> seen.add("next life"));
                    scheduler.advance(Duration.ofSeconds(1));
                    assertThat(seen).endsWith("next life");
                });
    }

    @Test
    void aDeadlockIsReportedWithWhatEverybodyWaitsFor() {
        assertThatThrownBy(() -> scheduler.run(() -> scheduler.signal("godot").await()))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("deadlock")
                .hasMessageContaining("driver awaits godot")
                .hasMessageContaining("seed 1");
    }

    @Test
    void aLivelockIsReported() {
        assertThatThrownBy(
                        () ->
                                scheduler.run(
                                        () -> {
                                            start(scheduler, "spinner", this::spin);
                                            scheduler.advance(Duration.ofSeconds(1));
                                        }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("livelock")
                .hasMessageContaining("spinner");
    }

    private void spin() {
        while (true) {
            scheduler.point("spin");
        }
    }

    @Test
    void aThreadThatDiesFailsTheRun() {
        assertThatThrownBy(
                        () ->
                                scheduler.run(
                                        () -> {
                                            start(
                                                    scheduler,
                                                    "victim",
                                                    () -> {
                                                        throw new IllegalStateException("boom");
                                                    });
                                            scheduler.advance(Duration.ofSeconds(1));
                                        }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("thread 0:victim died of")
                .hasRootCauseMessage("boom");
    }

    @Test
    void aLockThatIsTakenAlongIntoAWaitIsReported() {
        var lock = new ReentrantLock();
        assertThatThrownBy(
                        () ->
                                Watchdog.run(
                                        scheduler,
                                        () -> {
                                            start(scheduler, "greedy", () -> waitWith(lock));
                                            scheduler.advance(Duration.ofSeconds(1));
                                            lock.lock();
                                        },
                                        Duration.ofMillis(300)))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("driver holds the baton and hangs")
                .hasMessageContaining("ReentrantLock.lock");
    }

    private void waitWith(ReentrantLock lock) {
        lock.lock();
        scheduler.signal("never").await();
    }

    @Test
    void aThreadFromOutsideIsRefused() {
        assertThatThrownBy(() -> scheduler.point("x"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not under the baton");
    }

    @Test
    void aFailedCheckOfTheDriverFailsTheRun() {
        assertThatThrownBy(
                        () ->
                                scheduler.run(
                                        () -> {
                                            throw new AssertionError("no");
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("no");
    }

    private static void start(Execution execution, String name, Runnable body) {
        execution.start(ThreadKind.SERVICE, name, body);
    }
}
