package io.jubelet.e2e.harness;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// What the API server showed of pods, one version after the other, and what changed between them
/// that a person would call a change.
///
/// Thread: any; every method holds its lock.
public final class PodHistory {
    private static final String HASH = "kubernetes.io/config.hash";

    private final Map<String, Map<String, String>> last = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();

    /// One difference between two versions of a pod.
    ///
    /// @param what such as `Ready`, `phase` or `main.restarts`
    public record Change(String pod, String what, String before, String after) {
        @Override
        public String toString() {
            return "%s: %s: %s -> %s".formatted(pod, what, before, after);
        }
    }

    /// A version of a pod. The first one of each is what the next ones are held against.
    public synchronized void shows(Pod pod) {
        var name = pod.getMetadata().getName();
        var now = facts(pod);
        var before = last.put(name, now);
        if (before != null) {
            compare(name, before, now);
        }
    }

    public synchronized void gone(Pod pod) {
        var name = pod.getMetadata().getName();
        last.remove(name);
        changes.add(new Change(name, "pod", "there", "gone"));
    }

    private void compare(String pod, Map<String, String> before, Map<String, String> now) {
        var names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (var what : names) {
            var old = before.getOrDefault(what, "nothing");
            var young = now.getOrDefault(what, "nothing");
            if (!old.equals(young)) {
                changes.add(new Change(pod, what, old, young));
            }
        }
    }

    /// Every change so far of the pods and facts that count.
    public synchronized List<Change> changes(BiPredicate<String, String> counts) {
        return changes.stream().filter(change -> counts.test(change.pod(), change.what())).toList();
    }

    /// Changes of these kinds so far do not count.
    public synchronized void forgive(BiPredicate<String, String> kinds) {
        changes.removeIf(change -> kinds.test(change.pod(), change.what()));
    }

    /// The names of the pods that are there.
    public synchronized List<String> pods() {
        return List.copyOf(last.keySet());
    }

    private static Map<String, String> facts(Pod pod) {
        var facts = new LinkedHashMap<String, String>();
        var status = pod.getStatus();
        facts.put("uid", pod.getMetadata().getUid());
        facts.put("phase", status.getPhase());
        facts.put("address", status.getPodIP());
        facts.put("started", Long.toString(status.getStartTime().getSeconds()));
        facts.put("hash", pod.getMetadata().getAnnotationsOrDefault(HASH, ""));
        for (PodCondition condition : status.getConditionsList()) {
            facts.put(condition.getType(), condition.getStatus());
            facts.put(
                    condition.getType() + ".since",
                    Long.toString(condition.getLastTransitionTime().getSeconds()));
        }
        status.getInitContainerStatusesList().forEach(one -> container(facts, one));
        status.getContainerStatusesList().forEach(one -> container(facts, one));
        status.getEphemeralContainerStatusesList().forEach(one -> container(facts, one));
        return facts;
    }

    private static void container(Map<String, String> facts, ContainerStatus status) {
        var name = status.getName();
        facts.put(name + ".id", status.getContainerID());
        facts.put(name + ".restarts", Integer.toString(status.getRestartCount()));
        facts.put(name + ".ready", Boolean.toString(status.getReady()));
        facts.put(name + ".started", Boolean.toString(status.getStarted()));
        facts.put(name + ".state", state(status.getState()));
        facts.put(name + ".last", state(status.getLastState()));
    }

    private static String state(ContainerState state) {
        if (state.hasTerminated()) {
            var end = state.getTerminated();
            return "%s %d %s %s"
                    .formatted(
                            end.getReason(),
                            end.getExitCode(),
                            end.getMessage().strip(),
                            Objects.toString(end.getFinishedAt().getSeconds()));
        }
        if (state.hasRunning()) {
            return "running since " + state.getRunning().getStartedAt().getSeconds();
        }
        return state.hasWaiting() ? "waiting: " + state.getWaiting().getReason() : "none";
    }
}
