package io.jubelet.sim.runtime;

import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.sim.runtime.RuntimeFact.Cause;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A container runtime in memory: [RuntimeModel] behind calls that take time, can be cut off, and
/// go on in the runtime when their caller is gone.
///
/// Thread: port methods from any; all state changes happen in effects of the timeline.
///
/// Upstream: containerd's CRI plugin.
public final class FakeRuntime implements ContainerRuntime, ImageService {
    private final Timeline timeline;
    private final Seeded random;
    private final Latency latency;
    private final FakeImages images = new FakeImages();
    private final RuntimeModel model;
    private final EventHub events;
    private final List<Operation<?>> inFlight = new ArrayList<>();
    private RuntimeHealth health = RuntimeHealth.HEALTHY;
    private String podCidr = "";
    private Consumer<FakeContainer> onReopen = _ -> {};
    private boolean down;
    private long calls;

    public FakeRuntime(Timeline timeline, Seeded random, Latency latency) {
        this.timeline = timeline;
        this.random = random;
        this.latency = latency;
        this.model = new RuntimeModel(timeline, random, images, Behaviour::of);
        this.events = new EventHub(timeline);
        model.onFact(events::publish);
    }

    /// The truth about what runs, for those who check on the agent.
    public RuntimeModel model() {
        return model;
    }

    public FakeImages images() {
        return images;
    }

    /// Puts a sandbox with a running container there that no kubelet made.
    public void addForeign() {
        var sandbox = model.runSandbox(Foreign.SANDBOX);
        images.add(Foreign.IMAGE);
        model.startContainer(model.createContainer(sandbox, Foreign.CONTAINER));
    }

    /// From now on the runtime offers no events, as an old one does.
    public void withoutEvents() {
        events.unsupported();
    }

    public void health(RuntimeHealth health) {
        this.health = health;
    }

    /// Ends the runtime's process: calls in flight are cut off, containers run on.
    public void goDown() {
        timeline.note("the runtime goes down");
        down = true;
        List.copyOf(inFlight).forEach(Operation::connectionLost);
        inFlight.clear();
        events.breakAll();
    }

    public void comeBack() {
        timeline.note("the runtime is back");
        down = false;
    }

    public boolean isDown() {
        return down;
    }

    /// How many calls have arrived so far.
    public long calls() {
        return calls;
    }

    @Override
    public RuntimeVersion version() {
        return read("Version", () -> new RuntimeVersion("simulated", "v1.0.0", "v1"));
    }

    @Override
    public RuntimeHealth status() {
        return read("Status", () -> health);
    }

    @Override
    public void updatePodCidr(String cidr) {
        change("UpdateRuntimeConfig", () -> podCidr = cidr);
    }

    /// What it was last told of the addresses of pods.
    public String podCidr() {
        return podCidr;
    }

    @Override
    public List<ListedSandbox> listSandboxes(Optional<PodUid> pod) {
        return read(
                "ListPodSandbox",
                () ->
                        model.sandboxes().stream()
                                .flatMap(sandbox -> sandbox.listed().stream())
                                .filter(listed -> matches(pod, listed.pod().uid()))
                                .toList());
    }

    @Override
    public List<ListedContainer> listContainers(Optional<PodUid> pod) {
        return read(
                "ListContainers",
                () ->
                        model.containers().stream()
                                .flatMap(container -> container.listed().stream())
                                .filter(listed -> matches(pod, listed.pod().uid()))
                                .toList());
    }

    private static boolean matches(Optional<PodUid> wanted, PodUid uid) {
        return wanted.map(uid::equals).orElse(true);
    }

    @Override
    public ObservedSandbox sandboxStatus(SandboxId id) {
        return read("PodSandboxStatus", () -> model.existing(id).observed());
    }

    @Override
    public ObservedContainer containerStatus(ContainerId id) {
        return read("ContainerStatus", () -> model.existing("ContainerStatus", id).observed());
    }

    @Override
    public SandboxId runSandbox(SandboxSpec spec) {
        return read("RunPodSandbox", () -> model.runSandbox(spec));
    }

    @Override
    public void stopSandbox(SandboxId id) {
        change("StopPodSandbox", () -> model.stopSandbox(id));
    }

    @Override
    public void removeSandbox(SandboxId id) {
        change("RemovePodSandbox", () -> model.removeSandbox(id));
    }

    @Override
    public ContainerId createContainer(
            SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
        return read(
                "CreateContainer",
                () -> {
                    model.requireSame(sandbox, sandboxSpec.namespaces());
                    return model.createContainer(sandbox, spec);
                });
    }

    @Override
    public void startContainer(ContainerId id) {
        call(
                "StartContainer",
                (Operation<Boolean> operation) -> {
                    // Half of the time containerd is at it when it notices that the caller is gone.
                    var begun = random.oneIn(2);
                    operation.whenAbandoned(() -> model.giveUpStart(id));
                    operation.later(
                            timeline.after(
                                    begun ? latency.draw(random) : Duration.ZERO,
                                    "start",
                                    () -> settle(operation, () -> started(id))));
                });
    }

    private boolean started(ContainerId id) {
        model.startContainer(id);
        return true;
    }

    @Override
    public void stopContainer(ContainerId id, Duration grace) {
        call("StopContainer", (Operation<Boolean> operation) -> stop(operation, id, grace));
    }

    private void stop(Operation<Boolean> operation, ContainerId id, Duration grace) {
        if (!grace.isPositive()) {
            model.containers().stream()
                    .filter(container -> container.id().equals(id))
                    .forEach(container -> model.kill(container, Cause.A_CALL));
            operation.answer(true);
            return;
        }
        var terminated = model.terminate(id);
        if (terminated.isEmpty()) {
            operation.answer(true);
            return;
        }
        var container = terminated.get();
        container.onExit(() -> operation.answer(true));
        operation.later(timeline.after(grace, "kill", () -> model.kill(container, Cause.A_CALL)));
    }

    @Override
    public void removeContainer(ContainerId id) {
        change("RemoveContainer", () -> model.removeContainer(id));
    }

    @Override
    public void reopenLog(ContainerId id) {
        change("ReopenContainerLog", () -> onReopen.accept(model.running(id)));
    }

    /// Who is told that a container's log begins anew.
    public void onReopen(Consumer<FakeContainer> listener) {
        onReopen = listener;
    }

    @Override
    public void streamEvents(Consumer<RuntimeEvent> sink) {
        var subscriber = read("GetContainerEvents", events::subscribe);
        events.deliver(subscriber, sink);
    }

    @Override
    public Optional<LocalImage> find(String image) {
        return read("ImageStatus", () -> images.find(image));
    }

    @Override
    public List<ListedImage> list() {
        return read("ListImages", images::list);
    }

    @Override
    public void remove(String id) {
        change("RemoveImage", () -> images.removeById(id));
    }

    @Override
    public Space space() {
        return read("ImageFsInfo", images::space);
    }

    @Override
    public Set<String> imagesInUse() {
        return read(
                "ListContainers",
                () ->
                        model.containers().stream()
                                .flatMap(it -> Stream.of(it.imageRef(), it.spec().requestedImage()))
                                .collect(Collectors.toSet()));
    }

    @Override
    public String pull(
            String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
        return call(
                "PullImage",
                cancellation,
                (Operation<String> operation) ->
                        operation.later(
                                timeline.after(
                                        images.pullTime(image),
                                        "pull",
                                        () -> settle(operation, () -> images.pull(image)))));
    }

    private void change(String operation, Runnable effect) {
        read(
                operation,
                () -> {
                    effect.run();
                    return true;
                });
    }

    private <T> T read(String name, Supplier<T> effect) {
        return call(name, (Operation<T> operation) -> settle(operation, effect));
    }

    private static <T> void settle(Operation<T> operation, Supplier<T> effect) {
        try {
            operation.answer(effect.get());
        } catch (RuntimeCallException refusal) {
            operation.fail(refusal);
        }
    }

    private <T> T call(String name, Consumer<Operation<T>> work) {
        return call(name, Cancellation.never(), work);
    }

    private <T> T call(String name, Cancellation cancellation, Consumer<Operation<T>> work) {
        timeline.point(name);
        var operation = new Operation<T>(name, timeline, random, latency);
        cancellation.onRequest(
                () -> timeline.after(latency.draw(random), name, operation::cancelled));
        operation.send(() -> arrive(operation, work));
        return operation.await();
    }

    private <T> void arrive(Operation<T> operation, Consumer<Operation<T>> work) {
        if (down) {
            operation.fail(
                    new RuntimeCallException(
                            operation.name(),
                            Code.UNAVAILABLE,
                            "connection error: dial unix: connect: connection refused"));
            return;
        }
        calls++;
        inFlight.removeIf(Operation::settled);
        inFlight.add(operation);
        try {
            work.accept(operation);
        } catch (RuntimeCallException refusal) {
            operation.fail(refusal);
        }
    }
}
