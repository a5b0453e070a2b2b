package io.jubelet.core.loop;

import io.jubelet.core.observation.RuntimeChanges.RuntimeState;
import io.jubelet.core.sync.SyncTurn;
import java.util.Optional;

/// What is known of the runtime as a whole: the gate before every turn.
///
/// Thread: changed by the sync loop, read from any.
public final class RuntimeStatus implements SyncTurn.NetworkState {
    private volatile RuntimeState state = new RuntimeState.Down("it has not been asked yet");
    private volatile String name = "";

    void change(RuntimeState newest) {
        state = newest;
        if (newest instanceof RuntimeState.Up up) {
            name = up.version().runtimeName();
        }
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
