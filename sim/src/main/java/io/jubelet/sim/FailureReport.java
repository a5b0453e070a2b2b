package io.jubelet.sim;

import io.jubelet.sim.schedule.SimScheduler;
import io.jubelet.sim.schedule.SimulationFailure;
import java.util.List;

/// Tells a person what went wrong in a run and how to see it again.
///
/// Thread: any.
final class FailureReport {
    private static final int TRACE_LINES = 60;
    private static final int LOG_LINES = 25;

    private FailureReport() {}

    static SimulationFailure of(
            SimScheduler scheduler, String replay, List<String> log, Throwable failure) {
        var message = String.valueOf(failure.getMessage());
        var first = message.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        var lines = new StringBuilder();
        lines.append("seed ").append(scheduler.seed());
        lines.append(", step ").append(scheduler.trace().length());
        lines.append(", after ").append(scheduler.elapsed()).append(": ").append(first);
        lines.append("\nreplay: ").append(replay);
        lines.append("\n--- last steps\n");
        scheduler.trace().last(TRACE_LINES).forEach(line -> lines.append(line).append('\n'));
        lines.append("--- the agent's log\n");
        log.subList(Math.max(0, log.size() - LOG_LINES), log.size())
                .forEach(line -> lines.append(line).append('\n'));
        return new SimulationFailure(lines.toString(), failure);
    }
}
