package io.jubelet.core.probe;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.ProbeResults;
import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What the probes of all running containers say, and which instances they ended: the one place
/// where that is kept. Bounded by the containers of pods that are known.
///
/// Thread: any; the monitor guards the map and is held for its change only.
/// Upstream: prober/results/results_manager.go.
public final class ProbeBoard implements ProbeResults {
    private final Map<PodUid, Map<ContainerId, ProbedContainer>> pods = new HashMap<>();

    /// Instances that were told to end to be replaced, until another one is there.
    private final Map<PodUid, Set<ContainerId>> condemned = new HashMap<>();

    synchronized boolean knows(PodUid pod) {
        return pods.containsKey(pod);
    }

    synchronized boolean knows(PodUid pod, ContainerId id) {
        return instances(pod).containsKey(id);
    }

    synchronized List<ProbedContainer> of(PodUid pod) {
        return new ArrayList<>(instances(pod).values());
    }

    synchronized void add(ProbedContainer container) {
        pods.computeIfAbsent(container.pod().uid(), _ -> new LinkedHashMap<>())
                .put(container.id(), container);
    }

    /// Ends the probes of all instances but these. The pod stays known.
    void keepOnly(PodUid pod, Set<ContainerId> running) {
        var gone = new ArrayList<ProbedContainer>();
        synchronized (this) {
            var instances = pods.computeIfAbsent(pod, _ -> new LinkedHashMap<>());
            instances.values().stream()
                    .filter(instance -> !running.contains(instance.id()))
                    .forEach(gone::add);
            instances.keySet().retainAll(running);
        }
        gone.forEach(ProbedContainer::stop);
    }

    /// Nothing but what is among these is still to be replaced.
    ///
    /// @param newest those that no other instance of their container has come after
    synchronized void keepCondemned(PodUid pod, Set<ContainerId> newest) {
        var left = condemned.get(pod);
        if (left != null && left.retainAll(newest) && left.isEmpty()) {
            condemned.remove(pod);
        }
    }

    /// This instance is told to end for another to take its place.
    synchronized void condemn(PodUid pod, ContainerId id) {
        condemned
                .computeIfAbsent(pod, _ -> new TreeSet<>(Comparator.comparing(ContainerId::value)))
                .add(id);
    }

    synchronized List<ContainerId> condemned(PodUid pod) {
        return List.copyOf(condemned.getOrDefault(pod, Set.of()));
    }

    void forget(PodUid pod) {
        List<ProbedContainer> gone;
        synchronized (this) {
            gone = of(pod);
            pods.remove(pod);
            condemned.remove(pod);
        }
        gone.forEach(ProbedContainer::stop);
    }

    /// What is worth knowing after a restart of the agent.
    synchronized Map<ContainerId, Map<ProbeKind, ProbeResult>> results(PodUid pod) {
        var results = new LinkedHashMap<ContainerId, Map<ProbeKind, ProbeResult>>();
        instances(pod)
                .values()
                .forEach(
                        instance -> {
                            var kept = instance.results();
                            // Alive is what every container is taken for until a probe says no.
                            kept.remove(ProbeKind.LIVENESS);
                            results.put(instance.id(), kept);
                        });
        return results;
    }

    synchronized ProbeVerdicts verdicts(PodUid pod) {
        var failed = new HashMap<ContainerId, ProbeVerdicts.Failed>();
        for (var instance : instances(pod).values()) {
            for (var kind : List.of(ProbeKind.LIVENESS, ProbeKind.STARTUP)) {
                if (!failed.containsKey(instance.id())
                        && instance.results().get(kind) == ProbeResult.FAILURE) {
                    failed.put(
                            instance.id(), new ProbeVerdicts.Failed(kind, grace(instance, kind)));
                }
            }
        }
        return new ProbeVerdicts(failed);
    }

    private static Optional<Duration> grace(ProbedContainer instance, ProbeKind kind) {
        return kind.of(instance.container())
                .filter(probe -> probe.hasTerminationGracePeriodSeconds())
                .map(probe -> Duration.ofSeconds(probe.getTerminationGracePeriodSeconds()));
    }

    @Override
    public Optional<Boolean> started(PodUid pod, String container, ContainerId id) {
        return says(pod, id, ProbeKind.STARTUP);
    }

    @Override
    public Optional<Boolean> ready(PodUid pod, String container, ContainerId id) {
        return says(pod, id, ProbeKind.READINESS);
    }

    @Override
    public synchronized boolean condemned(PodUid pod, ContainerId id) {
        return condemned.getOrDefault(pod, Set.of()).contains(id);
    }

    /// Whether a container that another agent started has not been asked for the first time yet, so
    /// that nobody knows whether it is ready.
    public boolean undecided(PodUid pod) {
        return of(pod).stream().anyMatch(ProbedContainer::undecided);
    }

    /// What the probes of this pod keep it waiting for.
    public List<Wait> waits(PodUid pod) {
        return of(pod).stream().flatMap(container -> container.waits().stream()).toList();
    }

    private synchronized Optional<Boolean> says(PodUid pod, ContainerId id, ProbeKind kind) {
        return Optional.ofNullable(instances(pod).get(id))
                .flatMap(instance -> Optional.ofNullable(instance.results().get(kind)))
                .map(result -> result == ProbeResult.SUCCESS);
    }

    private Map<ContainerId, ProbedContainer> instances(PodUid pod) {
        return pods.getOrDefault(pod, Map.of());
    }
}
