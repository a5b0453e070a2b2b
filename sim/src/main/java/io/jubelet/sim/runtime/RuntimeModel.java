package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ObservedContainer.Exit;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.sim.runtime.RuntimeFact.Cause;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// What a containerd holds and how it changes: names are reserved, a container needs a ready
/// sandbox, stops and removals are idempotent, a stopped sandbox takes its containers along.
///
/// Thread: effects of the timeline, one at a time.
///
/// Upstream: containerd's CRI plugin, one method a verb.
public final class RuntimeModel {
    /// What a shell and containerd say of a process that SIGKILL ended.
    private static final int KILLED = 137;

    private static final int CANNOT_START = 128;

    /// What containerd says of a process whose end it did not see.
    private static final int LOST_TRACK = 255;

    private final Timeline timeline;
    private final Seeded random;
    private final FakeImages images;
    private final Function<ContainerSpec, Behaviour> behaviours;
    private final AddressPool addresses = new AddressPool();
    private final Map<SandboxId, FakeSandbox> sandboxes = new LinkedHashMap<>();
    private final Map<ContainerId, FakeContainer> containers = new LinkedHashMap<>();
    private final Map<String, String> reserved = new LinkedHashMap<>();
    private final List<Consumer<RuntimeFact>> listeners = new ArrayList<>();

    RuntimeModel(
            Timeline timeline,
            Seeded random,
            FakeImages images,
            Function<ContainerSpec, Behaviour> behaviours) {
        this.timeline = timeline;
        this.random = random;
        this.images = images;
        this.behaviours = behaviours;
    }

    /// Tells `listener` every fact at the moment it becomes one.
    public void onFact(Consumer<RuntimeFact> listener) {
        listeners.add(listener);
    }

    public Collection<FakeSandbox> sandboxes() {
        return List.copyOf(sandboxes.values());
    }

    public Collection<FakeContainer> containers() {
        return List.copyOf(containers.values());
    }

    SandboxId runSandbox(SandboxSpec spec) {
        var id = new SandboxId(newId());
        var ips = spec.namespaces().hostNetwork() ? List.<String>of() : List.of(addresses.take());
        var sandbox = new FakeSandbox(id, spec, timeline.now(), ips);
        reserve("RunPodSandbox", "sandbox", sandbox.reservedName(), id.value());
        sandboxes.put(id, sandbox);
        tell(new RuntimeFact.SandboxStarted(sandbox));
        return id;
    }

    void stopSandbox(SandboxId id) {
        var sandbox = sandboxes.get(id);
        if (sandbox != null) {
            stop(sandbox, Cause.A_CALL);
        }
    }

    private void stop(FakeSandbox sandbox, Cause cause) {
        if (!sandbox.ready()) {
            return;
        }
        for (var container : inside(sandbox)) {
            kill(container, cause);
        }
        sandbox.stop();
        sandbox.ips().forEach(addresses::giveBack);
        tell(new RuntimeFact.SandboxStopped(sandbox, cause));
    }

    void removeSandbox(SandboxId id) {
        var sandbox = sandboxes.get(id);
        if (sandbox == null) {
            return;
        }
        stop(sandbox, Cause.A_CALL);
        for (var container : inside(sandbox)) {
            removeContainer(container.id());
        }
        sandboxes.remove(id);
        reserved.remove(sandbox.reservedName());
        tell(new RuntimeFact.SandboxRemoved(sandbox));
    }

    private List<FakeContainer> inside(FakeSandbox sandbox) {
        return containers.values().stream()
                .filter(container -> container.sandbox().id().equals(sandbox.id()))
                .toList();
    }

    /// A container cannot have other users than the sandbox whose namespaces it joins.
    void requireSame(SandboxId id, SandboxSpec.Namespaces namespaces) {
        var sandbox = sandboxes.get(id);
        if (sandbox != null && !sandbox.spec().namespaces().equals(namespaces)) {
            throw new RuntimeCallException(
                    "CreateContainer",
                    RuntimeCallException.Code.FAILED,
                    "%s, where the sandbox has %s"
                            .formatted(namespaces, sandbox.spec().namespaces()));
        }
    }

    ContainerId createContainer(SandboxId sandboxId, ContainerSpec spec) {
        var sandbox = sandboxes.get(sandboxId);
        if (sandbox == null) {
            throw notFound(
                    "CreateContainer",
                    "failed to find sandbox id \"" + sandboxId + "\": not found");
        }
        if (!sandbox.ready()) {
            throw notFound(
                    "CreateContainer",
                    "failed to get sandbox container task: no running task found: task "
                            + sandboxId
                            + " not found: not found");
        }
        var imageRef = images.resolve(spec.image());
        var id = new ContainerId(newId());
        var container = new FakeContainer(id, sandbox, spec, imageRef, timeline.now());
        reserve("CreateContainer", "container", container.reservedName(), id.value());
        containers.put(id, container);
        tell(new RuntimeFact.ContainerCreated(container));
        return id;
    }

    void startContainer(ContainerId id) {
        var container = existing("StartContainer", id);
        if (container.state() != ContainerState.CREATED) {
            throw failed(
                    "StartContainer",
                    "failed to set starting state for container \"%s\": container is in %s state"
                            .formatted(id, "CONTAINER_" + container.state()));
        }
        if (!container.sandbox().ready()) {
            throw cannotStart(
                    container,
                    "sandbox container \"" + container.sandbox().id() + "\" is not running");
        }
        var behaviour = behaviours.apply(container.spec());
        if (!behaviour.startable()) {
            throw cannotStart(
                    container,
                    "failed to create containerd task: executable file not found in $PATH");
        }
        container.start(timeline.now());
        tell(new RuntimeFact.ContainerStarted(container));
        behaviour
                .lifetime()
                .ifPresent(time -> endAfter(container, time, behaviour.exitCode(), Cause.ITSELF));
    }

    /// Leaves a start alone whose caller went away: an end of a process that never was.
    void giveUpStart(ContainerId id) {
        Optional.ofNullable(containers.get(id))
                .filter(container -> container.state() == ContainerState.CREATED)
                .ifPresent(
                        container ->
                                end(
                                        container,
                                        CANNOT_START,
                                        "StartError",
                                        "failed to create containerd task: context canceled",
                                        Cause.ITSELF));
    }

    /// A start that fails uses the container up.
    private RuntimeCallException cannotStart(FakeContainer container, String reason) {
        end(container, CANNOT_START, "StartError", reason, Cause.ITSELF);
        return failed("StartContainer", reason);
    }

    /// Sends SIGTERM; answers the container if it runs, to be waited for.
    Optional<FakeContainer> terminate(ContainerId id) {
        Optional.ofNullable(containers.get(id)).ifPresent(this::endIfLost);
        var container = Optional.ofNullable(containers.get(id)).filter(FakeContainer::running);
        container.ifPresent(running -> running.askedToStop(timeline.now()));
        container.ifPresent(
                running ->
                        behaviours
                                .apply(running.spec())
                                .stopsIn()
                                .ifPresent(time -> endAfter(running, time, 0, Cause.A_CALL)));
        return container;
    }

    private void endIfLost(FakeContainer container) {
        if (container.state() == ContainerState.UNKNOWN) {
            end(container, LOST_TRACK, "Unknown", "", Cause.A_CALL);
        }
    }

    void kill(FakeContainer container, Cause cause) {
        endIfLost(container);
        if (container.running()) {
            end(container, KILLED, "Error", "", cause);
        }
    }

    void removeContainer(ContainerId id) {
        var container = containers.get(id);
        if (container == null) {
            return;
        }
        kill(container, Cause.A_CALL);
        containers.remove(id);
        reserved.remove(container.reservedName());
        tell(new RuntimeFact.ContainerRemoved(container));
    }

    FakeSandbox existing(SandboxId id) {
        var sandbox = sandboxes.get(id);
        if (sandbox == null) {
            throw notFound(
                    "PodSandboxStatus", "an error occurred when try to find sandbox: not found");
        }
        return sandbox;
    }

    FakeContainer existing(String operation, ContainerId id) {
        var container = containers.get(id);
        if (container == null) {
            throw notFound(
                    operation,
                    "an error occurred when try to find container \"" + id + "\": not found");
        }
        return container;
    }

    /// One whose log can begin anew.
    FakeContainer running(ContainerId id) {
        var container = existing("ReopenContainerLog", id);
        if (!container.running()) {
            throw failed("ReopenContainerLog", "container is not running");
        }
        return container;
    }

    /// Ends a running container with that code, as its own bug or the kernel would.
    public void breakContainer(FakeContainer container, int code) {
        if (container.running()) {
            end(container, code, code == 0 ? "Completed" : "Error", "", Cause.THE_WORLD);
        }
    }

    /// Ends a ready sandbox and all in it, as a killed pause process or a reboot would.
    public void breakSandbox(FakeSandbox sandbox) {
        stop(sandbox, Cause.THE_WORLD);
    }

    /// Makes the runtime forget how a running container does, as its restart at a bad time can.
    public void loseTrack(FakeContainer container) {
        if (container.running()) {
            container.loseTrack();
            timeline.note("the runtime loses track of " + container);
        }
    }

    /// Forgets a dead sandbox and leaves its containers, as a crash of the runtime can.
    public void loseSandbox(FakeSandbox sandbox) {
        if (!sandbox.ready() && sandboxes.remove(sandbox.id()) != null) {
            reserved.remove(sandbox.reservedName());
            tell(new RuntimeFact.SandboxRemoved(sandbox));
        }
    }

    private void endAfter(FakeContainer container, Duration time, int code, Cause cause) {
        var reason = code == 0 ? "Completed" : "Error";
        container.untilExit(
                timeline.after(
                        time,
                        "exit",
                        () -> {
                            if (container.running()) {
                                end(container, code, reason, "", cause);
                            }
                        }));
    }

    private void end(
            FakeContainer container, int code, String reason, String message, Cause cause) {
        container.end(new Exit(code, reason, message, endOf(container)));
        tell(new RuntimeFact.ContainerExited(container, cause));
    }

    /// containerd notes a start when the call is over, so a short life may end before it begins.
    private Instant endOf(FakeContainer container) {
        var now = timeline.now();
        var blinked = container.startedAt().map(now::equals).orElse(false) && random.oneIn(2);
        return blinked ? now.minusMillis(1) : now;
    }

    private void reserve(String operation, String kind, String name, String id) {
        var owner = reserved.putIfAbsent(name, id);
        if (owner != null) {
            throw failed(
                    operation,
                    "failed to reserve %s name \"%s\": name \"%s\" is reserved for \"%s\""
                            .formatted(kind, name, name, owner));
        }
    }

    private void tell(RuntimeFact fact) {
        timeline.note(fact.toString());
        listeners.forEach(listener -> listener.accept(fact));
    }

    private String newId() {
        var id = new StringBuilder();
        for (var part = 0; part < 4; part++) {
            id.append("%016x".formatted(random.nextLong()));
        }
        return id.toString();
    }

    private static RuntimeCallException notFound(String operation, String message) {
        return new RuntimeCallException(operation, Code.NOT_FOUND, message);
    }

    private static RuntimeCallException failed(String operation, String message) {
        return new RuntimeCallException(operation, Code.FAILED, message);
    }
}
