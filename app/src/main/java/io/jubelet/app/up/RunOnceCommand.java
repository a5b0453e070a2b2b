package io.jubelet.app.up;

import io.jubelet.app.StartException;
import io.jubelet.app.up.RunOnceCalculator.Outcome;
import io.jubelet.core.Agent;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Starts the pods of a folder, waits until each runs or has ended, and says how it went. The pods
/// go on running.
///
/// Thread: main.
/// Upstream: what `--runonce` was before it was taken away.
public final class RunOnceCommand {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final RunOnceOptions options;
    private final Path home;
    private final PrintStream out;
    private final InstantSource clock = InstantSource.system();
    private final CountDownLatch never = new CountDownLatch(1);

    public RunOnceCommand(RunOnceOptions options, Path home, PrintStream out) {
        this.options = options;
        this.home = home;
        this.out = out;
    }

    /// Answers the exit code.
    public int run() {
        var manifests = countManifests();
        if (manifests == 0) {
            throw new StartException("no manifest in " + options.node().manifests());
        }
        var folder = StateFolder.take(options.node().state());
        var node = new NodeStart(options.node(), home).start();
        out.println(node.description() + " State: " + folder.path());
        var outcome = await(node.agent(), manifests);
        PodTable.lines(
                        node.agent().views().all(),
                        node.agent().manifestProblems().current(),
                        node.agent().runtimeStatus().problemWithRuntime(),
                        clock.instant())
                .forEach(out::println);
        if (outcome == Outcome.GOING_ON) {
            var seconds = options.timeout().toSeconds();
            out.println("Not all pods ran or ended within " + seconds + " s.");
        }
        out.println(farewell());
        return outcome == Outcome.WELL ? 0 : 1;
    }

    private String farewell() {
        return options.node().simulate()
                ? "The simulated pods end with this program."
                : "What runs goes on running; jubelet up --state %s --manifests %s adopts it."
                        .formatted(options.node().state(), options.node().manifests());
    }

    private Outcome await(Agent agent, int manifests) {
        var latest = clock.instant().plus(options.timeout());
        while (true) {
            var outcome =
                    RunOnceCalculator.calculate(
                            manifests,
                            agent.views().all(),
                            agent.manifestProblems().current().size());
            if (outcome != Outcome.GOING_ON || !clock.instant().isBefore(latest)) {
                return outcome;
            }
            pause();
        }
    }

    private void pause() {
        try {
            never.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new StartException("interrupted while waiting for the pods", interrupted);
        }
    }

    /// As the agent counts them: plain files whose names do not begin with a dot.
    private int countManifests() {
        try (var files = Files.list(options.node().manifests())) {
            return (int)
                    files.filter(Files::isRegularFile)
                            .filter(file -> !file.getFileName().toString().startsWith("."))
                            .count();
        } catch (IOException failure) {
            throw new StartException(
                    "cannot read the folder of pods: " + failure.getMessage(), failure);
        }
    }
}
