package io.jubelet.core.probe;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps every running container that has probes probed, each probe on a thread of its own.
///
/// Thread: a pod's methods on its worker; different pods side by side. Each probe runs on a virtual
/// thread `probe <namespace>/<name>`.
/// Upstream: prober/prober_manager.go manager.
public final class ProbeManager implements PodProbes {
    /// The topic under which results are remembered.
    static final String TOPIC = "probes";

    /// The topic under which the instances are remembered that were ended to be replaced.
    private static final String ENDS = "probe-ends";

    /// Where a pod on the node's own network is when the node's addresses are not known yet.
    private static final String THIS_MACHINE = "127.0.0.1";

    private final Tools tools;
    private final ProbeBoard board;
    private final PodMemory memory;
    private final Supplier<List<String>> hostIps;
    private final Instant agentStart;
    private final Tick agentBegan;
    private final Map<PodUid, String> remembered = new ConcurrentHashMap<>();
    private final Map<PodUid, String> rememberedEnds = new ConcurrentHashMap<>();

    /// What every probe works with.
    ///
    /// @param news told of a pod whenever a result of it changes
    record Tools(
            Execution execution,
            Prober prober,
            ProbeEvents events,
            Consumer<PodUid> news,
            Meter meter) {}

    /// @param hostIps the node's addresses, as far as they are known
    /// @param poke told of pods of which a probe says something new
    public ProbeManager(
            Execution execution,
            Prober prober,
            ProbeBoard board,
            PodMemory memory,
            EventRecorder events,
            Supplier<List<String>> hostIps,
            Consumer<Set<PodUid>> poke,
            Meter meter) {
        this.tools =
                new Tools(
                        execution,
                        prober,
                        new ProbeEvents(events),
                        pod -> poke.accept(Set.of(pod)),
                        meter);
        this.board = board;
        this.memory = memory;
        this.hostIps = hostIps;
        this.agentStart = execution.now();
        this.agentBegan = execution.tick();
    }

    @Override
    public void follow(DesiredPod pod, PodObservation seen) {
        var uid = pod.uid();
        if (seen.containers().isEmpty()) {
            // What is remembered is of instances, and none is left that it could be of.
            remembered.putIfAbsent(uid, "");
            rememberedEnds.putIfAbsent(uid, "");
        }
        followEnds(pod, seen);
        var probed = probed(pod);
        if (probed.isEmpty()) {
            return;
        }
        var running = new HashSet<ContainerId>();
        var unknown = new ArrayList<Map.Entry<Container, ObservedContainer>>();
        for (var container : probed) {
            newest(seen, container)
                    .filter(ProbeManager::alive)
                    .ifPresent(
                            instance -> {
                                running.add(instance.id());
                                if (!board.knows(uid, instance.id())) {
                                    unknown.add(Map.entry(container, instance));
                                }
                            });
        }
        if (!unknown.isEmpty()) {
            var known = recall(uid);
            unknown.forEach(it -> begin(pod, it.getKey(), it.getValue(), seen, known));
        }
        board.keepOnly(uid, running);
        remember(uid);
    }

    /// What was condemned stays so until another instance of its container is there.
    private void followEnds(DesiredPod pod, PodObservation seen) {
        var uid = pod.uid();
        if (!rememberedEnds.containsKey(uid)) {
            recallEnds(uid, seen);
        }
        var newest =
                Stream.of(pod.initContainers(), pod.containers())
                        .flatMap(List::stream)
                        .flatMap(container -> newest(seen, container).stream())
                        .map(ObservedContainer::id)
                        .collect(Collectors.toSet());
        board.keepCondemned(uid, newest);
        rememberEnds(uid);
    }

    /// The newest instance that was ever started.
    private static Optional<ObservedContainer> newest(PodObservation seen, Container container) {
        return seen.containers().stream()
                .filter(instance -> instance.name().equals(container.getName()))
                .filter(instance -> instance.state() != ContainerState.CREATED)
                .findFirst();
    }

    @Override
    public void condemn(PodUid pod, ContainerId instance) {
        board.condemn(pod, instance);
        rememberEnds(pod);
    }

    @Override
    public void nothingComesBack(PodUid pod) {
        board.keepCondemned(pod, Set.of());
        // Also where nothing is known of any: what could not be read today may be tomorrow.
        rememberedEnds.put(pod, "");
        memory.remember(pod, ENDS, "");
    }

    private void rememberEnds(PodUid pod) {
        var text =
                board.condemned(pod).stream()
                        .map(id -> id.value() + "\n")
                        .collect(Collectors.joining());
        if (!text.equals(rememberedEnds.getOrDefault(pod, ""))) {
            rememberedEnds.put(pod, text);
            memory.remember(pod, ENDS, text);
        }
    }

    /// What an agent before this one ended in order to replace it, and may not have replaced. Where
    /// the sandbox is gone too, the pod may have been told as over: then nothing comes back.
    private void recallEnds(PodUid pod, PodObservation seen) {
        var text =
                memory.recall(pod, ENDS)
                        // What is damaged is as good as nothing, and nothing need not be written.
                        .filter(it -> it.lines().noneMatch(line -> line.contains(" ")))
                        .orElse("");
        rememberedEnds.put(pod, text);
        text.lines()
                .map(ContainerId::new)
                .filter(id -> housed(id, seen))
                .forEach(id -> board.condemn(pod, id));
    }

    private static boolean housed(ContainerId id, PodObservation seen) {
        return seen.containers().stream()
                .filter(instance -> instance.id().equals(id))
                .anyMatch(
                        instance ->
                                seen.readySandboxes()
                                        .anyMatch(it -> it.id().equals(instance.sandbox())));
    }

    /// What the runtime lost track of may run: nobody knows better than its probes.
    private static boolean alive(ObservedContainer instance) {
        return switch (instance.state()) {
            case RUNNING, UNKNOWN -> true;
            case CREATED, EXITED -> false;
        };
    }

    private static List<Container> probed(DesiredPod pod) {
        var probed = new ArrayList<Container>();
        for (var container : pod.initContainers()) {
            if (isSidecar(container) && hasProbe(container)) {
                probed.add(container);
            }
        }
        for (var container : pod.containers()) {
            if (hasProbe(container)) {
                probed.add(container);
            }
        }
        return probed;
    }

    private static boolean isSidecar(Container container) {
        return container.getRestartPolicy().equals("Always");
    }

    private static boolean hasProbe(Container container) {
        return container.hasStartupProbe()
                || container.hasReadinessProbe()
                || container.hasLivenessProbe();
    }

    /// What an agent before this one knew; asked for once, since what this one knows is newer.
    private Map<ContainerId, Map<ProbeKind, ProbeResult>> recall(PodUid pod) {
        if (board.knows(pod) || remembered.containsKey(pod)) {
            return Map.of();
        }
        var text = memory.recall(pod, TOPIC);
        var results = text.map(ProbeText::read).orElse(Map.of());
        if (!results.isEmpty()) {
            // What cannot be read is as good as nothing, and nothing need not be written.
            remembered.put(pod, text.orElseThrow());
        }
        return results;
    }

    private void remember(PodUid pod) {
        var text = ProbeText.write(board.results(pod));
        if (!text.equals(remembered.getOrDefault(pod, ""))) {
            remembered.put(pod, text);
            memory.remember(pod, TOPIC, text);
        }
    }

    private void begin(
            DesiredPod pod,
            Container container,
            ObservedContainer instance,
            PodObservation seen,
            Map<ContainerId, Map<ProbeKind, ProbeResult>> known) {
        var startedAt = instance.startedAt().orElse(instance.createdAt());
        var results = new HashMap<>(known.getOrDefault(instance.id(), Map.of()));
        told(pod, instance).forEach(results::putIfAbsent);
        var target =
                new ProbedContainer(
                        pod,
                        container,
                        instance.id(),
                        startedAt,
                        startedAt.isBefore(agentStart),
                        address(pod, instance, seen),
                        kind -> results.getOrDefault(kind, kind.initial()));
        target.unheard(unheard(container, startedAt, results.keySet()));
        board.add(target);
        for (var kind : ProbeKind.values()) {
            kind.of(container).ifPresent(_ -> start(target, kind));
        }
    }

    /// The probes of a container that ran before the agent did, of which nothing is known although
    /// they must have been made by now.
    private Set<ProbeKind> unheard(Container container, Instant startedAt, Set<ProbeKind> known) {
        return Stream.of(ProbeKind.STARTUP, ProbeKind.READINESS)
                .filter(kind -> !known.contains(kind))
                .filter(kind -> wasDue(kind, container, startedAt))
                .collect(Collectors.toSet());
    }

    private boolean wasDue(ProbeKind kind, Container container, Instant startedAt) {
        return kind.of(container)
                .map(probe -> startedAt.plusSeconds(probe.getInitialDelaySeconds()))
                .filter(first -> first.isBefore(agentStart))
                .isPresent();
    }

    /// What the API server was told of this very instance, by whichever agent.
    private static Map<ProbeKind, ProbeResult> told(DesiredPod pod, ObservedContainer instance) {
        var status = pod.pod().getStatus();
        var all = new ArrayList<ContainerStatus>(status.getContainerStatusesList());
        all.addAll(status.getInitContainerStatusesList());
        var results = new HashMap<ProbeKind, ProbeResult>();
        all.stream()
                .filter(said -> said.getContainerID().endsWith("://" + instance.id().value()))
                .findFirst()
                .ifPresent(
                        said -> {
                            if (said.getReady()) {
                                results.put(ProbeKind.READINESS, ProbeResult.SUCCESS);
                            }
                            if (said.getStarted()) {
                                results.put(ProbeKind.STARTUP, ProbeResult.SUCCESS);
                            }
                        });
        return results;
    }

    private String address(DesiredPod pod, ObservedContainer instance, PodObservation seen) {
        if (pod.hostNetwork()) {
            return hostIps.get().stream().findFirst().orElse(THIS_MACHINE);
        }
        return seen.sandboxes().stream()
                .filter(sandbox -> sandbox.id().equals(instance.sandbox()))
                .map(ObservedSandbox::ips)
                .flatMap(List::stream)
                .findFirst()
                .orElse(THIS_MACHINE);
    }

    private void start(ProbedContainer target, ProbeKind kind) {
        var execution = tools.execution();
        var name = "probe " + target.pod().identity();
        var wake = execution.signal(name);
        target.begin(kind, wake);
        var runner = new ProbeRunner(tools, target, kind, wake, spread(target, kind));
        execution.start(ThreadKind.POD, name, runner::run);
    }

    /// Probes of what an agent finds at its start would all come at once. What is not known to be
    /// well is asked at once all the same: of another agent's static pod nobody told us anything.
    private double spread(ProbedContainer target, ProbeKind kind) {
        var execution = tools.execution();
        var period = kind.of(target.container()).orElseThrow().getPeriodSeconds();
        var age = agentBegan.until(execution.tick());
        var recently = age.compareTo(Duration.ofSeconds(period)) < 0;
        var well = target.result(kind) == ProbeResult.SUCCESS;
        return target.foundRunning() && recently && well ? execution.random() : 0;
    }

    @Override
    public ProbeVerdicts verdicts(PodUid pod) {
        return board.verdicts(pod);
    }

    @Override
    public void ending(PodUid pod) {
        for (var target : board.of(pod)) {
            if (!isSidecar(target.container())) {
                target.stop(ProbeKind.LIVENESS);
                target.stop(ProbeKind.STARTUP);
            }
        }
    }

    @Override
    public void forget(PodUid pod) {
        board.forget(pod);
        remembered.remove(pod);
        rememberedEnds.remove(pod);
        tools.meter().tell(new Figure.ProbesEnded(pod));
    }
}
