package io.jubelet.core.node;

import java.time.Duration;
import java.util.Optional;

/// Whether somebody else renews the lease of this node too. Pure: a new tally for each renewal.
///
/// One renewal by another proves little: a process that this one replaced may have had it under
/// way. Two of them within two lives of the lease do, and one life without ends it.
///
/// Moments are those of the agent's own monotonic count.
///
/// @param lease how long a lease lives
/// @param first when another renewed it, since when they did not cease
/// @param last when another renewed it last
/// @param proven whether that has been enough to be sure
record RivalTally(
        Duration lease, Optional<Duration> first, Optional<Duration> last, boolean proven) {
    static RivalTally begin(Duration lease) {
        return new RivalTally(lease, Optional.empty(), Optional.empty(), false);
    }

    /// Another has renewed the lease since we did.
    RivalTally renewedByAnother(Duration now) {
        var since = first.filter(at -> now.minus(at).compareTo(lease.multipliedBy(2)) <= 0);
        return new RivalTally(
                lease,
                proven ? first : since.or(() -> Optional.of(now)),
                Optional.of(now),
                proven || since.isPresent());
    }

    /// We have renewed it, and nobody had done so since our last time.
    RivalTally renewedByUsAlone(Duration now) {
        return last.filter(at -> now.minus(at).compareTo(lease) < 0).isPresent()
                ? this
                : begin(lease);
    }
}
