package io.jubelet.sim.schedule;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs a simulation's driver and notices when the baton holder hangs for real, for instance on a
/// lock that another thread took along into a wait.
///
/// Thread: the caller's, which waits; the driver gets a virtual thread, whose hand-overs are cheap.
final class Watchdog {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private Watchdog() {}

    /// @param patience how long nothing may move before the run is given up
    static void run(SimScheduler scheduler, Runnable body, Duration patience) {
        var done = new CountDownLatch(1);
        var outcome = new AtomicReference<@Nullable Throwable>();
        Thread.ofVirtual()
                .name("driver")
                .start(
                        () -> {
                            try (var _ = scheduler.attach("driver")) {
                                body.run();
                            } catch (RuntimeException | Error thrown) {
                                outcome.set(thrown);
                            } finally {
                                done.countDown();
                            }
                        });
        watch(scheduler, done, patience);
        switch (outcome.get()) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            case Throwable other -> throw new SimulationFailure("the driver failed", other);
        }
    }

    private static void watch(SimScheduler scheduler, CountDownLatch done, Duration patience) {
        var seen = -1L;
        while (!awaitUninterrupted(done, patience)) {
            if (scheduler.steps() == seen) {
                throw new SimulationFailure(hung(scheduler));
            }
            seen = scheduler.steps();
        }
    }

    private static boolean awaitUninterrupted(CountDownLatch done, Duration patience) {
        try {
            return done.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new SimulationFailure("the simulation was interrupted", interrupted);
        }
    }

    private static String hung(SimScheduler scheduler) {
        var holder = scheduler.holder();
        if (holder == null) {
            return "seed " + scheduler.seed() + ": the simulation stands still without a holder";
        }
        return "seed %d: %s holds the baton and hangs%n%s"
                .formatted(
                        scheduler.seed(),
                        holder,
                        Arrays.stream(holder.stack())
                                .map(frame -> "    at " + frame)
                                .collect(Collectors.joining("\n")));
    }
}
