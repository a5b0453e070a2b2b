package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.runtime.SandboxState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One sandbox of the simulated runtime.
///
/// Thread: effects of the timeline.
public final class FakeSandbox {
    private final SandboxId id;
    private final SandboxSpec spec;
    private final Instant createdAt;
    private final List<String> ips;
    private SandboxState state = SandboxState.READY;

    FakeSandbox(SandboxId id, SandboxSpec spec, Instant createdAt, List<String> ips) {
        this.id = id;
        this.spec = spec;
        this.createdAt = createdAt;
        this.ips = ips;
    }

    public SandboxId id() {
        return id;
    }

    public SandboxSpec spec() {
        return spec;
    }

    public boolean ready() {
        return state == SandboxState.READY;
    }

    public List<String> ips() {
        return ips;
    }

    /// Whose it is by its labels, which are all that a restarted kubelet has.
    public Optional<PodIdentity> owner() {
        return KubeletLabels.owner(spec.labels());
    }

    /// The name that the runtime reserves while the sandbox exists.
    String reservedName() {
        var pod = spec.pod();
        return String.join(
                "_", pod.name(), pod.namespace(), pod.uid().value(), "" + spec.attempt());
    }

    void stop() {
        state = SandboxState.NOT_READY;
    }

    Optional<ListedSandbox> listed() {
        return owner().map(pod -> new ListedSandbox(id, pod, spec.attempt(), state, createdAt));
    }

    ObservedSandbox observed() {
        return new ObservedSandbox(
                id,
                spec.attempt(),
                state,
                createdAt,
                spec.namespaces().hostNetwork(),
                ready() ? ips : List.of());
    }

    @Override
    public String toString() {
        return "sandbox " + reservedName();
    }
}
