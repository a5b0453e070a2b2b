package io.jubelet.core.observation;

import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.Ordered;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.SandboxState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Everything in the runtime that carries a kubelet's labels, grouped by pod.
///
/// @param takenAt when the listing began
public record RuntimeListing(Tick takenAt, Map<PodUid, ListedPod> pods) {
    public RuntimeListing {
        pods = Ordered.copy(pods);
    }

    public static RuntimeListing none() {
        return new RuntimeListing(Tick.BEGINNING, Map.of());
    }

    public static RuntimeListing of(
            Tick takenAt, List<ListedSandbox> sandboxes, List<ListedContainer> containers) {
        var grouped = new TreeMap<PodUid, Group>();
        for (var sandbox : sandboxes) {
            group(grouped, sandbox.pod()).sandboxes.add(sandbox);
        }
        for (var container : containers) {
            group(grouped, container.pod()).containers.add(container);
        }
        var pods = new TreeMap<PodUid, ListedPod>();
        grouped.forEach((uid, group) -> pods.put(uid, group.toPod()));
        return new RuntimeListing(takenAt, pods);
    }

    /// Whether a process of the pod was alive.
    public boolean showsAlive(PodUid pod) {
        var listed = pods.get(pod);
        return listed != null && listed.alive();
    }

    private static Group group(Map<PodUid, Group> grouped, PodIdentity pod) {
        return grouped.computeIfAbsent(pod.uid(), _ -> new Group(pod));
    }

    private static final class Group {
        private final PodIdentity pod;
        private final List<ListedSandbox> sandboxes = new ArrayList<>();
        private final List<ListedContainer> containers = new ArrayList<>();

        Group(PodIdentity pod) {
            this.pod = pod;
        }

        ListedPod toPod() {
            return new ListedPod(pod, sandboxes, containers);
        }
    }

    /// What the lists hold of one pod.
    public record ListedPod(
            PodIdentity pod, List<ListedSandbox> sandboxes, List<ListedContainer> containers) {
        public ListedPod {
            sandboxes = List.copyOf(sandboxes);
            containers = List.copyOf(containers);
        }

        private boolean alive() {
            return sandboxes.stream().anyMatch(it -> it.state() == SandboxState.READY)
                    || containers.stream().anyMatch(it -> it.state() == ContainerState.RUNNING);
        }
    }
}
