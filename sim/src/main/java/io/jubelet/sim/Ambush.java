package io.jubelet.sim;

import io.jubelet.sim.runtime.FaultCounts.Deed;
import io.jubelet.sim.schedule.Seeded;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// Crashes that come in the middle of one kind of thing that the agent does.
///
/// Thread: the one that leads the simulation; what was laid happens on the caller's.
final class Ambush {
    private static final List<Deed> DEEDS =
            Stream.of(Deed.values()).filter(deed -> deed != Deed.PROBE).toList();

    private Ambush() {}

    /// The agent is killed in what it does next of some kind.
    static void ofAgent(Simulation simulation, Seeded random) {
        var points = random.between(1, 4);
        simulation.faulty().ambush(random.pick(DEEDS), () -> simulation.killAgentAfter(points));
    }

    /// The runtime goes down in what is asked of it next of some kind.
    static void ofRuntime(Simulation simulation, Seeded random) {
        var runtime = simulation.runtime();
        var scheduler = simulation.scheduler();
        var falls = random.between(Duration.ofNanos(1), Duration.ofMillis(4));
        var rests = random.between(Duration.ofMillis(1), Duration.ofSeconds(9));
        simulation
                .faulty()
                .ambush(
                        random.pick(DEEDS),
                        () -> {
                            scheduler.after(falls, "runtime down", runtime::goDown);
                            scheduler.after(falls.plus(rests), "runtime up", runtime::comeBack);
                        });
    }
}
