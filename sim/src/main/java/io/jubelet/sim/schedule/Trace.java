package io.jubelet.sim.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// The last steps of a run, and a hash over all of them: two runs with the same hash went the same
/// way.
///
/// Thread: whoever holds the baton.
public final class Trace {
    private static final long PRIME = 0x100000001B3L;
    private static final int KEPT = 512;

    private final Line[] ring = new Line[KEPT];
    private long written;
    private long hash = 0xCBF29CE484222325L;
    private Consumer<String> tee = _ -> {};
    private boolean teed;

    void add(long nanos, String thread, String text) {
        hash = (hash ^ nanos) * PRIME;
        hash = (hash ^ thread.hashCode()) * PRIME;
        hash = (hash ^ text.hashCode()) * PRIME;
        hash ^= hash >>> 29;
        var line = new Line(nanos, thread, text);
        ring[(int) (written % KEPT)] = line;
        written++;
        if (teed) {
            tee.accept(line.toString());
        }
    }

    /// Hands every line from now on to `sink` too.
    public void tee(Consumer<String> sink) {
        tee = sink;
        teed = true;
    }

    public long hash() {
        return hash;
    }

    public long length() {
        return written;
    }

    /// The last `count` lines, oldest first.
    public List<String> last(int count) {
        var lines = new ArrayList<String>();
        var first = Math.max(Math.max(0, written - count), written - KEPT);
        for (var index = first; index < written; index++) {
            lines.add(ring[(int) (index % KEPT)].toString());
        }
        return lines;
    }

    private record Line(long nanos, String thread, String text) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%+14.6fs  %-28s %s", nanos / 1e9, thread, text);
        }
    }
}
