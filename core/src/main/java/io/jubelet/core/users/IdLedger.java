package io.jubelet.core.users;

import io.jubelet.core.runtime.IdRange;
import io.jubelet.core.runtime.PodUid;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Who has which share of the ids. No two pods have the same, and a share that was given back is
/// the last to be given again: files that its owner left behind should be nobody's for long.
///
/// Thread: one at a time.
final class IdLedger {
    private final UserIds.Pool pool;
    private final BitSet taken = new BitSet();
    private final Map<PodUid, IdRange> owners = new HashMap<>();
    private int next;

    IdLedger(UserIds.Pool pool) {
        this.pool = pool;
    }

    Optional<IdRange> of(PodUid pod) {
        return Optional.ofNullable(owners.get(pod));
    }

    /// The pod's share, or empty when there is none left.
    Optional<IdRange> take(PodUid pod) {
        var known = of(pod);
        if (known.isPresent()) {
            return known;
        }
        var free = freeFrom(next).or(() -> freeFrom(0));
        free.ifPresent(
                share -> {
                    next = share + 1;
                    give(pod, share);
                });
        return of(pod);
    }

    private Optional<Integer> freeFrom(int share) {
        var free = taken.nextClearBit(share);
        return free < pool.shares() ? Optional.of(free) : Optional.empty();
    }

    private void give(PodUid pod, int share) {
        taken.set(share);
        owners.put(pod, new IdRange(pool.first() + share * pool.share(), pool.share()));
    }

    /// Notes what a pod has already; answers what is wrong with that.
    Optional<String> note(PodUid pod, IdRange range) {
        if (range.length() != pool.share()) {
            return Optional.of("wrong user namespace length " + range.length());
        }
        if (range.first() % pool.share() != 0) {
            return Optional.of("wrong user namespace offset specified " + range.first());
        }
        var share = (range.first() - pool.first()) / pool.share();
        if (range.first() < pool.first() || share >= pool.shares()) {
            return Optional.of("id " + range.first() + " is out of range");
        }
        if (taken.get((int) share)) {
            return Optional.of("range picked for pod \"" + pod + "\" already taken");
        }
        give(pod, (int) share);
        return Optional.empty();
    }

    void giveBack(PodUid pod) {
        var range = owners.remove(pod);
        if (range != null) {
            taken.clear((int) ((range.first() - pool.first()) / pool.share()));
        }
    }
}
