package io.jubelet.app.up;

import io.jubelet.app.StartException;
import java.io.Console;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Runs a node on this machine until Ctrl-C and shows its pods.
///
/// Thread: main draws and cleans up; the JVM's shutdown thread asks it to.
public final class UpCommand {
    private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(500);
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);

    private final UpOptions options;
    private final Path home;
    private final PrintStream out = System.out;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch cleaned = new CountDownLatch(1);

    public UpCommand(UpOptions options, Path home) {
        this.options = options;
        this.home = home;
    }

    public int run() {
        var folder = StateFolder.take(options.state());
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndWait, "stop"));
        try {
            var node = new NodeStart(options, home).start();
            out.println(node.description() + " State: " + folder.path() + ". Ctrl-C stops it.");
            var table = new LiveTable(node.agent(), out, onTerminal());
            show(node, table);
            if (options.keep()) {
                out.println("Kept: the pods go on; ./jubelet up adopts them again.");
            } else {
                end(node, table);
            }
            return 0;
        } finally {
            cleaned.countDown();
        }
    }

    private static boolean onTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    private void show(RunningNode node, LiveTable table) {
        table.draw();
        while (!stopRequestedWithin(BETWEEN_DRAWINGS)) {
            table.draw();
        }
        if (!options.keep()) {
            node.drain().run();
        }
    }

    private void end(RunningNode node, LiveTable table) {
        out.println("Stopping the pods…");
        var clock = InstantSource.system();
        Instant latest = clock.instant().plus(LONGEST_DRAIN);
        while (!node.agent().views().all().isEmpty() && clock.instant().isBefore(latest)) {
            table.draw();
            pause();
        }
        node.afterwards().run();
        out.println("Stopped.");
    }

    private void pause() {
        try {
            cleaned.await(BETWEEN_DRAWINGS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new StartException("interrupted while stopping", interrupted);
        }
    }

    private boolean stopRequestedWithin(Duration time) {
        try {
            return stop.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            return true;
        }
    }

    /// On Ctrl-C: asks main to clean up, and keeps the JVM alive until it has.
    private void stopAndWait() {
        stop.countDown();
        try {
            cleaned.await();
        } catch (InterruptedException interrupted) {
            out.println("Interrupted before everything was stopped.");
        }
        Runtime.getRuntime().halt(0);
    }
}
