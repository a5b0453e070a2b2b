package io.jubelet.sim;

import io.jubelet.sim.schedule.Seeded;
import java.util.List;

/// How often the simulated machine's own calls fail in one run.
///
/// Thread: the one that leads the simulation.
final class HostWeather {
    private HostWeather() {}

    static void rough(Simulation simulation, Seeded random) {
        simulation.folder().faults(random.pick(List.of(0, 3)), random.pick(List.of(0, 8)));
        simulation.files().faults(random.pick(List.of(0, 15)));
        simulation.memory().faults(random.pick(List.of(0, 3)));
        simulation.volumes().faults(random.pick(List.of(0, 8)));
        simulation.containers().faults(random.pick(List.of(0, 15)));
        simulation.prober().faults(random.pick(List.of(0, 6)));
        simulation.cgroups().faults(random.pick(List.of(0, 15)));
        simulation.cgroups().busy(random.pick(List.of(0, 3)));
    }

    static void calm(Simulation simulation) {
        simulation.folder().faults(0, 0);
        simulation.files().faults(0);
        simulation.volumes().faults(0);
        simulation.containers().faults(0);
        simulation.prober().faults(0);
        simulation.cgroups().faults(0);
        simulation.cgroups().busy(0);
    }
}
