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
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A runtime whose every call may go wrong on the way there or back, as a seed decides.
///
/// Thread: any; `faults` is swapped whole.
public final class FaultyRuntime implements ContainerRuntime, ImageService {
    private final ContainerRuntime runtime;
    private final ImageService images;
    private final Timeline timeline;
    private final Seeded random;
    private volatile Faults faults = Faults.NONE;

    public FaultyRuntime(
            ContainerRuntime runtime, ImageService images, Timeline timeline, Seeded random) {
        this.runtime = runtime;
        this.images = images;
        this.timeline = timeline;
        this.random = random;
    }

    /// From now on these faults happen.
    public void faults(Faults faults) {
        this.faults = faults;
    }

    private void run(String operation, Runnable call) {
        ask(
                operation,
                () -> {
                    call.run();
                    return true;
                });
    }

    private <T> T ask(String operation, Supplier<T> call) {
        return ask(operation, Cancellation.never(), call);
    }

    private <T> T ask(String operation, Cancellation cancellation, Supplier<T> call) {
        var rates = faults;
        if (random.oneIn(rates.refusedOneIn())) {
            timeline.note("fault: " + operation + " is refused");
            throw new RuntimeCallException(operation, Code.FAILED, "simulated failure");
        }
        if (random.oneIn(rates.slowOneIn())) {
            pass(random.between(Duration.ofMillis(1), rates.slowest()));
        }
        if (random.oneIn(rates.hungOneIn())) {
            throw hang(operation, cancellation, call, rates);
        }
        var answer = call.get();
        if (random.oneIn(rates.answerLostOneIn())) {
            timeline.note("fault: the answer of " + operation + " is lost");
            throw new RuntimeCallException(
                    operation, Code.UNAVAILABLE, "simulated loss of the answer");
        }
        return answer;
    }

    private <T> RuntimeCallException hang(
            String operation, Cancellation cancellation, Supplier<T> call, Faults rates) {
        timeline.note("fault: " + operation + " hangs");
        var before = timeline.tick();
        if (random.oneIn(2)) {
            try {
                var _ = call.get();
            } catch (RuntimeCallException unseen) {
                // Nobody hears this answer.
            }
        }
        var over = timeline.signal("fault");
        cancellation.onRequest(over::raise);
        over.await(rates.deadline().minus(before.until(timeline.tick())));
        return new RuntimeCallException(
                operation, Code.DEADLINE_EXCEEDED, "context deadline exceeded");
    }

    private void pass(Duration time) {
        timeline.signal("fault").await(time);
    }

    @Override
    public void streamEvents(Consumer<RuntimeEvent> sink) {
        runtime.streamEvents(
                event -> {
                    var rates = faults;
                    if (random.oneIn(rates.eventLostOneIn())) {
                        timeline.note("fault: an event is lost");
                        return;
                    }
                    if (random.oneIn(rates.eventLateOneIn())) {
                        pass(random.between(Duration.ofMillis(1), rates.slowest()));
                    }
                    sink.accept(event);
                    if (random.oneIn(rates.eventTwiceOneIn())) {
                        sink.accept(event);
                    }
                });
    }

    @Override
    public void reopenLog(ContainerId id) {
        run("ReopenContainerLog", () -> runtime.reopenLog(id));
    }

    @Override
    public RuntimeVersion version() {
        return ask("Version", runtime::version);
    }

    @Override
    public RuntimeHealth status() {
        return ask("Status", runtime::status);
    }

    @Override
    public void updatePodCidr(String cidr) {
        run("UpdateRuntimeConfig", () -> runtime.updatePodCidr(cidr));
    }

    @Override
    public List<ListedSandbox> listSandboxes(Optional<PodUid> pod) {
        return ask("ListPodSandbox", () -> runtime.listSandboxes(pod));
    }

    @Override
    public List<ListedContainer> listContainers(Optional<PodUid> pod) {
        return ask("ListContainers", () -> runtime.listContainers(pod));
    }

    @Override
    public ObservedSandbox sandboxStatus(SandboxId id) {
        return ask("PodSandboxStatus", () -> runtime.sandboxStatus(id));
    }

    @Override
    public ObservedContainer containerStatus(ContainerId id) {
        return ask("ContainerStatus", () -> runtime.containerStatus(id));
    }

    @Override
    public SandboxId runSandbox(SandboxSpec spec) {
        if (random.oneIn(faults.refusedOneIn())) {
            return halfDone(spec);
        }
        return ask("RunPodSandbox", () -> runtime.runSandbox(spec));
    }

    /// The network could not be set up: the call fails, and a dead sandbox is left behind.
    private SandboxId halfDone(SandboxSpec spec) {
        timeline.note("fault: a sandbox is left half made");
        runtime.stopSandbox(runtime.runSandbox(spec));
        throw new RuntimeCallException(
                "RunPodSandbox", Code.FAILED, "failed to setup network for sandbox: simulated");
    }

    @Override
    public void stopSandbox(SandboxId id) {
        run("StopPodSandbox", () -> runtime.stopSandbox(id));
    }

    @Override
    public void removeSandbox(SandboxId id) {
        run("RemovePodSandbox", () -> runtime.removeSandbox(id));
    }

    @Override
    public ContainerId createContainer(
            SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
        return ask("CreateContainer", () -> runtime.createContainer(sandbox, spec, sandboxSpec));
    }

    @Override
    public void startContainer(ContainerId id) {
        run("StartContainer", () -> runtime.startContainer(id));
    }

    @Override
    public void stopContainer(ContainerId id, Duration grace) {
        run("StopContainer", () -> runtime.stopContainer(id, grace));
    }

    @Override
    public void removeContainer(ContainerId id) {
        run("RemoveContainer", () -> runtime.removeContainer(id));
    }

    @Override
    public Optional<LocalImage> find(String image) {
        return ask("ImageStatus", () -> images.find(image));
    }

    @Override
    public List<ListedImage> list() {
        return ask("ListImages", images::list);
    }

    @Override
    public void remove(String id) {
        run("RemoveImage", () -> images.remove(id));
    }

    @Override
    public Space space() {
        return ask("ImageFsInfo", images::space);
    }

    @Override
    public Set<String> imagesInUse() {
        return ask("ListContainers", runtime::imagesInUse);
    }

    @Override
    public String pull(
            String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
        return ask("PullImage", cancellation, () -> images.pull(image, credential, cancellation));
    }
}
