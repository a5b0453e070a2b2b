package io.jubelet.core.pod;

import java.time.Duration;

/// How a worker's turn ended, which is when the loop wakes it next.
public sealed interface TurnEnd {
    /// Nothing more to do unless something happens; look again after a while all the same.
    record Idle(Duration resyncAfter) implements TurnEnd {}

    /// The pod changed its stage: go on at once.
    record Again() implements TurnEnd {}

    /// The pod is gone and its worker with it.
    record Finished() implements TurnEnd {}
}
