package io.jubelet.app;

import java.time.Duration;

/// When the heap is worth a whole collection, after which the JVM gives back to the machine what it
/// does not need: only then does it ever, and a node at rest allocates too little to come to it by
/// itself. Pure.
final class HeapPolicy {
    /// A smaller heap gives back too little.
    private static final long SMALLEST = 24L << 20;

    /// Who allocates less than this in a second is at rest.
    private static final long AT_REST = 3L << 19;

    /// A pause between two pods of a burst is no rest.
    private static final int QUIET_LOOKS = 3;

    private HeapPolicy() {}

    /// The heap as it was when it was looked at.
    ///
    /// @param committed how much of it the machine has given
    record Look(long committed, long used) {}

    /// Whether little was allocated between two looks.
    ///
    /// @param apart how long after the one came the other
    static boolean atRest(Look before, Look now, Duration apart) {
        var allocated = now.used() - before.used();
        // What became less was collected in between: how much was allocated is not known.
        return allocated >= 0 && allocated <= AT_REST * apart.toMillis() / 1000;
    }

    /// @param settled how much was committed after the last whole collection, 0 before the first
    /// @param quiet how many looks in a row found it at rest
    static boolean wantsCollection(long settled, Look now, int quiet) {
        return quiet >= QUIET_LOOKS
                && now.committed() >= SMALLEST
                && now.committed() > settled + settled / 2;
    }
}
