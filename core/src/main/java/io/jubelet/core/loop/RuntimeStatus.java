package io.jubelet.core.loop;

import io.jubelet.core.observation.RuntimeChanges.RuntimeState;
import io.jubelet.core.sync.SyncTurn;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is known of the runtime as a whole: the gate before every turn.
///
/// Thread: changed by the sync loop, read from any.
public final class RuntimeStatus implements SyncTurn.NetworkState {
    private volatile RuntimeState state = new RuntimeState.Down("it has not been asked yet");
    private volatile String name = "";
    private volatile Optional<Wait> wait = Optional.empty();

    void change(RuntimeState newest, Instant now) {
        state = newest;
        var before = wait.map(List::of).orElse(List.of());
        var reasons = reason().map(Wait.Planned::untilEvent).map(List::of).orElse(List.of());
        wait = Wait.carriedOn(before, reasons, now).stream().findFirst();
        if (newest instanceof RuntimeState.Up up) {
            name = up.version().runtimeName();
        }
    }

    private Optional<WaitReason> reason() {
        return problemWithRuntime()
                .<WaitReason>map(WaitReason.RuntimeUnavailable::new)
                .or(() -> problem().map(WaitReason.NetworkNotReady::new));
    }

    /// What all pods wait for because of the runtime, since when; empty when it is well.
    public Optional<Wait> waitsFor() {
        return wait;
    }

    /// Whether pods can be worked on.
    public boolean usable() {
        return state instanceof RuntimeState.Up;
    }

    /// Why pods are not worked on; empty when they are.
    public Optional<String> problemWithRuntime() {
        return state instanceof RuntimeState.Down down
                ? Optional.of(down.reason())
                : Optional.empty();
    }

    /// The runtime's own name, empty before it first answered.
    public String name() {
        return name;
    }

    @Override
    public Optional<String> problem() {
        return state instanceof RuntimeState.Up up && !up.health().network().ready()
                ? Optional.of(up.health().network().describe("NetworkReady"))
                : Optional.empty();
    }
}
