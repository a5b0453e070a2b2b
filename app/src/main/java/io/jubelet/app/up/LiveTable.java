package io.jubelet.app.up;

import io.jubelet.core.Agent;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;

/// Shows the table: drawn in place on a terminal, printed when a pod changes elsewhere.
///
/// Thread: `up`'s own.
final class LiveTable {
    private final Agent agent;
    private final PrintStream out;
    private final boolean terminal;
    private final InstantSource clock = InstantSource.system();
    private List<String> shown = List.of();
    private long revision = -1;

    LiveTable(Agent agent, PrintStream out, boolean terminal) {
        this.agent = agent;
        this.out = out;
        this.terminal = terminal;
    }

    /// Draws what there is to see now.
    void draw() {
        var newest = agent.views().revision();
        if (!terminal && newest == revision) {
            return;
        }
        revision = newest;
        var lines =
                PodTable.lines(
                        agent.views().all(),
                        agent.manifestProblems().current(),
                        agent.runtimeStatus().problemWithRuntime(),
                        clock.instant());
        if (lines.equals(shown)) {
            return;
        }
        if (terminal) {
            drawInPlace(lines);
        } else {
            lines.forEach(out::println);
            out.println();
        }
        out.flush();
        shown = lines;
    }

    private void drawInPlace(List<String> lines) {
        if (!shown.isEmpty()) {
            // Up to the table's first line, and clear what is below.
            out.printf("\u001b[%dA\u001b[J", shown.size());
        }
        // Cut long lines at the edge instead of wrapping them, or the count of lines is wrong.
        out.print("\u001b[?7l");
        lines.forEach(out::println);
        out.print("\u001b[?7h");
    }
}
