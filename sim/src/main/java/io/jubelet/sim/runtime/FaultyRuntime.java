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
import io.jubelet.sim.runtime.FaultCounts.Deed;
import io.jubelet.sim.runtime.FaultCounts.Trouble;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimulatedCrash;
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
    private final FaultCounts tally;
    private volatile Faults faults = Faults.NONE;
    private volatile Optional<Ambush> ambush = Optional.empty();

    /// Nobody counts.
    public FaultyRuntime(
            ContainerRuntime runtime, ImageService images, Timeline timeline, Seeded random) {
        this(runtime, images, timeline, random, new FaultCounts());
    }

    /// One that counts what met what.
    public static FaultyRuntime counting(FakeRuntime runtime, Timeline timeline, Seeded random) {
        return new FaultyRuntime(
                runtime, runtime, timeline, random, FaultCounts.of(runtime.model()));
    }

    private FaultyRuntime(
            ContainerRuntime runtime,
            ImageService images,
            Timeline timeline,
            Seeded random,
            FaultCounts tally) {
        this.runtime = runtime;
        this.images = images;
        this.timeline = timeline;
        this.random = random;
        this.tally = tally;
    }

    /// What met what so far.
    public FaultCounts tally() {
        return tally;
    }

    /// From now on these faults happen.
    public void faults(Faults faults) {
        this.faults = faults;
    }

    /// At the next call that does this, that happens too.
    public void ambush(Deed deed, Runnable trouble) {
        this.ambush = Optional.of(new Ambush(deed, trouble));
    }

    /// Nobody lies in wait any more.
    public void letPass() {
        this.ambush = Optional.empty();
    }

    private record Ambush(Deed deed, Runnable trouble) {}

    private void run(String operation, Runnable call) {
        act(Optional.empty(), operation, call);
    }

    /// A call that does one of the deeds that are counted.
    private void act(Deed deed, String operation, Runnable call) {
        act(Optional.of(deed), operation, call);
    }

    private void act(Optional<Deed> deed, String operation, Runnable call) {
        ask(
                deed,
                operation,
                Cancellation.never(),
                () -> {
                    call.run();
                    return true;
                });
    }

    private <T> T ask(String operation, Supplier<T> call) {
        return ask(Optional.empty(), operation, Cancellation.never(), call);
    }

    private <T> T ask(
            Optional<Deed> deed, String operation, Cancellation cancellation, Supplier<T> call) {
        var lying = ambush.filter(it -> deed.equals(Optional.of(it.deed())));
        if (lying.isPresent()) {
            letPass();
            lying.get().trouble().run();
        }
        try {
            return tried(deed, operation, cancellation, call);
        } catch (SimulatedCrash crash) {
            met(deed, Trouble.AGENT_CRASH);
            throw crash;
        }
    }

    private <T> T tried(
            Optional<Deed> deed, String operation, Cancellation cancellation, Supplier<T> call) {
        var rates = faults;
        if (random.oneIn(rates.refusedOneIn())) {
            met(deed, Trouble.ERROR);
            timeline.note("fault: " + operation + " is refused");
            throw new RuntimeCallException(operation, Code.FAILED, "simulated failure");
        }
        if (random.oneIn(rates.slowOneIn())) {
            met(deed, Trouble.SLOW);
            pass(random.between(Duration.ofMillis(1), rates.slowest()));
        }
        if (random.oneIn(rates.hungOneIn())) {
            met(deed, Trouble.HUNG);
            throw hang(operation, cancellation, call, rates);
        }
        var answer = answered(deed, call);
        if (random.oneIn(rates.answerLostOneIn())) {
            met(deed, Trouble.ANSWER_LOST);
            timeline.note("fault: the answer of " + operation + " is lost");
            throw new RuntimeCallException(
                    operation, Code.UNAVAILABLE, "simulated loss of the answer");
        }
        return answer;
    }

    private <T> T answered(Optional<Deed> deed, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeCallException failure) {
            if (failure.code() == Code.UNAVAILABLE) {
                met(deed, Trouble.RUNTIME_CRASH);
            }
            throw failure;
        }
    }

    private void met(Optional<Deed> deed, Trouble trouble) {
        deed.ifPresent(it -> tally.met(it, trouble));
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
                    var deed = tally.deedOf(event);
                    if (random.oneIn(rates.eventLostOneIn())) {
                        met(deed, Trouble.EVENT_LOST);
                        timeline.note("fault: an event is lost");
                        return;
                    }
                    if (random.oneIn(rates.eventLateOneIn())) {
                        met(deed, Trouble.EVENT_LATE);
                        pass(random.between(Duration.ofMillis(1), rates.slowest()));
                    }
                    sink.accept(event);
                    if (random.oneIn(rates.eventTwiceOneIn())) {
                        met(deed, Trouble.EVENT_TWICE);
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
        return ask(
                Optional.of(Deed.CREATE_SANDBOX),
                "RunPodSandbox",
                Cancellation.never(),
                () -> runtime.runSandbox(spec));
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
        act(Deed.STOP_SANDBOX, "StopPodSandbox", () -> runtime.stopSandbox(id));
    }

    @Override
    public void removeSandbox(SandboxId id) {
        act(Deed.REMOVE_SANDBOX, "RemovePodSandbox", () -> runtime.removeSandbox(id));
    }

    @Override
    public ContainerId createContainer(
            SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
        return ask(
                Optional.of(FaultCounts.startOf(spec.name())),
                "CreateContainer",
                Cancellation.never(),
                () -> runtime.createContainer(sandbox, spec, sandboxSpec));
    }

    @Override
    public void startContainer(ContainerId id) {
        var deed = tally.startOfId(id.value()).orElse(Deed.START_REGULAR);
        act(deed, "StartContainer", () -> runtime.startContainer(id));
    }

    @Override
    public void stopContainer(ContainerId id, Duration grace) {
        act(Deed.STOP_CONTAINER, "StopContainer", () -> runtime.stopContainer(id, grace));
    }

    @Override
    public void removeContainer(ContainerId id) {
        act(Deed.REMOVE_CONTAINER, "RemoveContainer", () -> runtime.removeContainer(id));
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
        return ask(
                Optional.of(Deed.PULL_IMAGE),
                "PullImage",
                cancellation,
                () -> images.pull(image, credential, cancellation));
    }
}
