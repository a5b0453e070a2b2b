package io.jubelet.sim.schedule;

/// An effect at a moment of virtual time. Of two at the same moment the older goes first.
///
/// Thread: whoever holds the baton.
final class SimTimer implements Timeline.Timer, Comparable<SimTimer> {
    private final long atNanos;
    private final long sequence;
    private final String label;
    private final Runnable effect;
    private boolean cancelled;

    SimTimer(long atNanos, long sequence, String label, Runnable effect) {
        this.atNanos = atNanos;
        this.sequence = sequence;
        this.label = label;
        this.effect = effect;
    }

    long atNanos() {
        return atNanos;
    }

    String label() {
        return label;
    }

    boolean cancelled() {
        return cancelled;
    }

    void fire() {
        effect.run();
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    @Override
    public int compareTo(SimTimer other) {
        var byTime = Long.compare(atNanos, other.atNanos);
        return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }

    @Override
    public String toString() {
        return label + "@" + atNanos;
    }
}
