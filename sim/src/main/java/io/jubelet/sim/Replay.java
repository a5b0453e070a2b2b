package io.jubelet.sim;

import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.SimulationFailure;
import java.io.PrintStream;
import java.util.function.UnaryOperator;

/// Runs seeds of [Churn] from the command line: `Replay FIRST [COUNT]`. One seed is replayed with
/// all its steps and, if it fails, a report; of several each gives one line with the hash of its
/// trace or with what went wrong.
///
/// Thread: main.
public final class Replay {
    private Replay() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out));
    }

    static int run(String[] arguments, PrintStream out) {
        if (arguments.length == 0 || arguments.length > 2) {
            out.println("usage: Replay FIRST-SEED [COUNT]");
            return 1;
        }
        try {
            var first = Long.parseLong(arguments[0]);
            var count = arguments.length == 2 ? Long.parseLong(arguments[1]) : 1;
            var failed = 0;
            for (var seed = first; seed < first + count; seed++) {
                failed += runOne(seed, count == 1, out);
            }
            return failed == 0 ? 0 : 2;
        } catch (NumberFormatException notASeed) {
            out.println("a seed is a whole number: " + notASeed.getMessage());
            return 1;
        }
    }

    private static int runOne(long seed, boolean full, PrintStream out) {
        try {
            var simulation = new Simulation(seed, Pace.of(seed), UnaryOperator.identity());
            if (full) {
                simulation.scheduler().trace().tee(out::println);
            }
            var outcome = Churn.run(simulation);
            out.printf(
                    "seed %d hash %016x steps %d virtual %s%n",
                    seed, outcome.hash(), outcome.steps(), outcome.virtualTime());
            return 0;
        } catch (SimulationFailure failure) {
            var report = String.valueOf(failure.getMessage());
            out.println(full ? report : report.lines().findFirst().orElse(report));
            return 1;
        }
    }
}
