package io.jubelet.sim;

import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.SimulationFailure;
import java.io.PrintStream;
import java.util.List;
import java.util.function.UnaryOperator;

/// Runs seeds of [Churn] from the command line: `Replay [--node] FIRST [COUNT]`, with an API server
/// if it is that of a node. One seed is replayed with all its steps and, if it fails, a report; of
/// several each gives one line with the hash of its trace or with what went wrong.
///
/// Thread: main.
public final class Replay {
    private Replay() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out));
    }

    static int run(String[] arguments, PrintStream out) {
        var node = arguments.length > 0 && arguments[0].equals("--node");
        var numbers = List.of(arguments).subList(node ? 1 : 0, arguments.length);
        if (numbers.isEmpty() || numbers.size() > 2) {
            out.println("usage: Replay [--node] FIRST-SEED [COUNT]");
            return 1;
        }
        try {
            var first = Long.parseLong(numbers.getFirst());
            var count = numbers.size() == 2 ? Long.parseLong(numbers.getLast()) : 1;
            var failed = 0;
            for (var seed = first; seed < first + count; seed++) {
                failed += runOne(simulation(seed, node), count == 1, out);
            }
            return failed == 0 ? 0 : 2;
        } catch (NumberFormatException notASeed) {
            out.println("a seed is a whole number: " + notASeed.getMessage());
            return 1;
        }
    }

    private static Simulation simulation(long seed, boolean node) {
        return node
                ? Simulation.ofNode(seed, Pace.of(seed), UnaryOperator.identity())
                : new Simulation(seed, Pace.of(seed), UnaryOperator.identity());
    }

    private static int runOne(Simulation simulation, boolean full, PrintStream out) {
        try {
            if (full) {
                simulation.scheduler().trace().tee(out::println);
            }
            var outcome = Churn.run(simulation);
            out.printf(
                    "seed %d hash %016x steps %d virtual %s%n",
                    outcome.seed(), outcome.hash(), outcome.steps(), outcome.virtualTime());
            return 0;
        } catch (SimulationFailure failure) {
            var report = String.valueOf(failure.getMessage());
            out.println(full ? report : report.lines().findFirst().orElse(report));
            return 1;
        }
    }
}
