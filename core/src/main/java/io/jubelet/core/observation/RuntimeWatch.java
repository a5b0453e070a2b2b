package io.jubelet.core.observation;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.observation.RuntimeChanges.RuntimeState;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimePulse;
import io.jubelet.log.Log;
import java.util.Optional;

/// Asks the runtime for its status and tells when it goes down or comes back.
///
/// Owner of the pulse. Thread: its own, `runtime-watch`; `pulse` from any.
/// Upstream: kubelet.go updateRuntimeUp and the sync loop's back-off on runtime errors.
public final class RuntimeWatch {
    private static final Log LOG = Log.of(RuntimeWatch.class);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final RuntimeChanges changes;
    private final ObservationTimes times;
    private final Signal retry;
    private Optional<RuntimeState> last = Optional.empty();
    private volatile RuntimePulse pulse = RuntimePulse.NONE;
    private volatile Runnable onChange = () -> {};

    public RuntimeWatch(
            Execution execution,
            ContainerRuntime runtime,
            RuntimeChanges changes,
            ObservationTimes times) {
        this.execution = execution;
        this.runtime = runtime;
        this.changes = changes;
        this.times = times;
        this.retry = execution.signal("runtime-watch");
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "runtime-watch", this::run);
    }

    /// What was last heard of the runtime.
    public RuntimePulse pulse() {
        return pulse;
    }

    /// Runs `listener` on this thread whenever the runtime's health has changed; it must not block.
    public void onChange(Runnable listener) {
        onChange = listener;
    }

    private void run() {
        var wait = times.firstRetry();
        while (true) {
            var state = ask();
            if (!last.equals(Optional.of(state))) {
                tell(state);
            }
            wait =
                    switch (state) {
                        case RuntimeState.Up _ -> times.firstRetry();
                        case RuntimeState.Down _ -> times.after(wait);
                    };
            retry.await(state instanceof RuntimeState.Up ? times.healthPeriod() : wait);
        }
    }

    private void tell(RuntimeState state) {
        switch (state) {
            case RuntimeState.Up _ -> LOG.info("The container runtime is ready");
            case RuntimeState.Down down ->
                    LOG.warning("The container runtime is not ready", "reason", down.reason());
        }
        last = Optional.of(state);
        changes.healthChanged(state);
        onChange.run();
    }

    private RuntimeState ask() {
        try {
            var askedAt = execution.tick();
            var health = runtime.status();
            if (health.runtime().ready()) {
                var version = runtime.version();
                pulse = RuntimePulse.ready(health, version, askedAt);
                return new RuntimeState.Up(health, version);
            }
            pulse = pulse.unready(health);
            return new RuntimeState.Down(
                    "runtime is not ready: "
                            + health.runtime().reason()
                            + " "
                            + health.runtime().message());
        } catch (RuntimeCallException failure) {
            pulse = pulse.silent();
            return new RuntimeState.Down(failure.reason());
        }
    }
}
