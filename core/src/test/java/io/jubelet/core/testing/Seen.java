package io.jubelet.core.testing;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.LogName;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.model.pod.ContainerHash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A pod as a test lets the runtime hold it: `seen(pod).sandbox(0).running("app")`. Containers go
/// into the sandbox named last.
public final class Seen {
    /// When everything that happened before the test happened.
    public static final Instant PAST = Instant.parse("2026-01-01T00:00:00Z");

    private final DesiredPod pod;
    private final List<ObservedSandbox> sandboxes = new ArrayList<>();
    private final List<ObservedContainer> containers = new ArrayList<>();
    private SandboxId current = new SandboxId("none");
    private Optional<ObservedContainer.User> user = Optional.empty();
    private Optional<String> stopSignal = Optional.empty();
    private Instant made = PAST;

    private Seen(DesiredPod pod) {
        this.pod = pod;
    }

    public static Seen seen(DesiredPod pod) {
        return new Seen(pod);
    }

    public Seen sandbox(int attempt) {
        return sandbox(attempt, SandboxState.READY, List.of("10.0.0.1"), false);
    }

    public Seen deadSandbox(int attempt) {
        return sandbox(attempt, SandboxState.NOT_READY, List.of(), false);
    }

    public Seen sandbox(int attempt, SandboxState state, List<String> ips, boolean hostNetwork) {
        current = new SandboxId("sandbox-" + attempt);
        sandboxes.add(new ObservedSandbox(current, attempt, state, PAST, hostNetwork, ips));
        return this;
    }

    /// As whom the containers named after this run.
    public Seen as(ObservedContainer.User somebody) {
        user = Optional.of(somebody);
        return this;
    }

    /// Which signal ends the containers named after this.
    public Seen endedBy(String signal) {
        stopSignal = Optional.of(signal);
        return this;
    }

    /// Containers named after this were made then.
    public Seen made(Instant at) {
        made = at;
        return this;
    }

    public Seen running(String... names) {
        for (var name : names) {
            add(name, 0, ContainerState.RUNNING, Optional.empty(), hash(name));
        }
        return this;
    }

    public Seen running(String name, int attempt) {
        return add(name, attempt, ContainerState.RUNNING, Optional.empty(), hash(name));
    }

    public Seen runningWithHash(String name, String hash) {
        return add(name, 0, ContainerState.RUNNING, Optional.empty(), hash);
    }

    public Seen created(String name) {
        return created(name, 0);
    }

    public Seen created(String name, int attempt) {
        return add(name, attempt, ContainerState.CREATED, Optional.empty(), hash(name));
    }

    public Seen unknown(String name) {
        return add(name, 0, ContainerState.UNKNOWN, Optional.empty(), hash(name));
    }

    public Seen exited(String name, int attempt, int code) {
        return exited(name, attempt, code, PAST);
    }

    public Seen exited(String name, int attempt, int code, Instant at) {
        var exit = new ObservedContainer.Exit(code, code == 0 ? "Completed" : "Error", "", at);
        return exited(name, attempt, exit);
    }

    public Seen exited(String name, int attempt, ObservedContainer.Exit exit) {
        return add(name, attempt, ContainerState.EXITED, Optional.of(exit), hash(name));
    }

    public PodObservation build() {
        return new PodObservation(pod.identity(), sandboxes, containers, new Tick(1));
    }

    public static ContainerId id(String name, int attempt) {
        return new ContainerId(name + "-" + attempt);
    }

    /// The log of a container of the pod that tests call web.
    public static LogName log(String name, int attempt) {
        return new LogName(Pods.pod("web").containers(name).build().identity(), name, attempt);
    }

    private Seen add(
            String name,
            int attempt,
            ContainerState state,
            Optional<ObservedContainer.Exit> exit,
            String hash) {
        var started =
                state == ContainerState.CREATED ? Optional.<Instant>empty() : Optional.of(PAST);
        containers.add(
                new ObservedContainer(
                        id(name, attempt),
                        current,
                        name,
                        attempt,
                        state,
                        made,
                        started,
                        exit,
                        Pods.container(name).getImage(),
                        "sha256:" + name,
                        Optional.of(hash),
                        Optional.empty(),
                        user,
                        stopSignal));
        return this;
    }

    private String hash(String name) {
        return Stream.of(pod.initContainers(), pod.containers(), pod.ephemeralContainers())
                .flatMap(List::stream)
                .filter(container -> container.getName().equals(name))
                .findFirst()
                .map(ContainerHash::of)
                .orElseGet(() -> ContainerHash.of(Pods.container(name)));
    }
}
