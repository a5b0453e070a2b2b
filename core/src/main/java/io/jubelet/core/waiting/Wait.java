package io.jubelet.core.waiting;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One thing a pod waits for, since when, and when the agent looks again by itself.
public record Wait(WaitReason reason, Instant since, Optional<Instant> nextTry) {

    /// These reasons as waits, where one that stood before keeps its beginning.
    public static List<Wait> carriedOn(List<Wait> before, List<Planned> now, Instant at) {
        return now.stream()
                .map(
                        planned ->
                                new Wait(
                                        planned.reason(),
                                        sinceOf(planned.reason(), before).orElse(at),
                                        planned.nextTry()))
                .toList();
    }

    private static Optional<Instant> sinceOf(WaitReason reason, List<Wait> before) {
        return before.stream()
                .filter(wait -> sameKind(wait.reason(), reason))
                .map(Wait::since)
                .findFirst();
    }

    private static boolean sameKind(WaitReason one, WaitReason other) {
        return one.getClass() == other.getClass() && containerOf(one).equals(containerOf(other));
    }

    private static String containerOf(WaitReason reason) {
        return reason instanceof WaitReason.OfContainer ofContainer ? ofContainer.container() : "";
    }

    /// A reason just found, before it is known how long it has stood.
    public record Planned(WaitReason reason, Optional<Instant> nextTry) {
        public static Planned untilEvent(WaitReason reason) {
            return new Planned(reason, Optional.empty());
        }

        public static Planned until(WaitReason reason, Instant nextTry) {
            return new Planned(reason, Optional.of(nextTry));
        }
    }
}
