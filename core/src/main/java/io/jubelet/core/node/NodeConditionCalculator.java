package io.jubelet.core.node;

import io.jubelet.api.core.NodeCondition;
import io.jubelet.api.core.NodeStatus;
import io.jubelet.api.meta.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The node's conditions; Ready comes last, because old readers take the last one.
///
/// Thread: any; pure.
/// Upstream: nodestatus/setters.go MemoryPressureCondition and its siblings, ReadyCondition.
final class NodeConditionCalculator {
    private static final String TRUE = "True";
    private static final String FALSE = "False";

    private final String node;
    private final Time now;
    private final NodeStatus.Builder status;
    private final List<NodeEvent> events = new ArrayList<>();

    private NodeConditionCalculator(String node, Instant now, NodeStatus.Builder status) {
        this.node = node;
        this.now = Time.newBuilder().setSeconds(now.getEpochSecond()).setNanos(0).build();
        this.status = status;
    }

    /// Changes the conditions in `status` and answers what people are told of it.
    static List<NodeEvent> apply(NodeStatus.Builder status, NodeSettings settings, NodeNews news) {
        var all = new NodeConditionCalculator(settings.identity().name(), news.now(), status);
        var pressure = news.pressure();
        all.pressure("MemoryPressure", pressure.memory(), MEMORY_SHORT, MEMORY_FINE);
        all.pressure("DiskPressure", pressure.disk(), DISK_SHORT, DISK_FINE);
        all.pressure("PIDPressure", pressure.pids(), PIDS_SHORT, PIDS_FINE);
        all.ready(problems(status, settings, news));
        return all.events;
    }

    /// What a condition says when it holds or not.
    ///
    /// @param reason of the condition; the event's is the same with another beginning
    private record Words(String reason, String message) {
        String event() {
            return "Node" + reason.substring("Kubelet".length());
        }
    }

    private static final Words MEMORY_SHORT =
            new Words("KubeletHasInsufficientMemory", "kubelet has insufficient memory available");
    private static final Words MEMORY_FINE =
            new Words("KubeletHasSufficientMemory", "kubelet has sufficient memory available");
    private static final Words DISK_SHORT =
            new Words("KubeletHasDiskPressure", "kubelet has disk pressure");
    private static final Words DISK_FINE =
            new Words("KubeletHasNoDiskPressure", "kubelet has no disk pressure");
    private static final Words PIDS_SHORT =
            new Words("KubeletHasInsufficientPID", "kubelet has insufficient PID available");
    private static final Words PIDS_FINE =
            new Words("KubeletHasSufficientPID", "kubelet has sufficient PID available");

    /// A condition that stays as it is keeps its words, whoever wrote them.
    private void pressure(String type, boolean holds, Words yes, Words no) {
        var wanted = holds ? TRUE : FALSE;
        var words = holds ? yes : no;
        var old = find(type);
        var condition =
                old.map(NodeCondition::toBuilder)
                        .orElseGet(() -> NodeCondition.newBuilder().setType(type))
                        .setLastHeartbeatTime(now);
        if (!condition.getStatus().equals(wanted)) {
            condition
                    .setStatus(wanted)
                    .setLastTransitionTime(now)
                    .setReason(words.reason())
                    .setMessage(words.message());
            events.add(NodeEvent.status(node, words.event()));
        }
        put(condition.build());
    }

    private static List<String> problems(
            NodeStatus.Builder status, NodeSettings settings, NodeNews news) {
        var problems = new ArrayList<>(ReadinessCalculator.problems(news.runtime()));
        var needed = new ArrayList<>(List.of("cpu", "memory", "pods"));
        if (settings.shares().localStorage()) {
            needed.add("ephemeral-storage");
        }
        needed.removeIf(status::containsCapacity);
        if (!needed.isEmpty()) {
            problems.add("missing node capacity for resources: " + String.join(", ", needed));
        }
        return problems;
    }

    private void ready(List<String> problems) {
        var good = problems.isEmpty();
        var wanted = good ? TRUE : FALSE;
        var old = find("Ready");
        var changed = old.isPresent() && !old.get().getStatus().equals(wanted);
        var since = old.isPresent() && !changed ? old.get().getLastTransitionTime() : now;
        if (changed) {
            events.add(NodeEvent.status(node, good ? "NodeReady" : "NodeNotReady"));
        }
        put(
                NodeCondition.newBuilder()
                        .setType("Ready")
                        .setStatus(wanted)
                        .setLastHeartbeatTime(now)
                        .setLastTransitionTime(since)
                        .setReason(good ? "KubeletReady" : "KubeletNotReady")
                        .setMessage(
                                good
                                        ? "kubelet is posting ready status"
                                        : ReadinessCalculator.aggregate(problems))
                        .build());
    }

    private Optional<NodeCondition> find(String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    private void put(NodeCondition condition) {
        for (var i = 0; i < status.getConditionsCount(); i++) {
            if (status.getConditions(i).getType().equals(condition.getType())) {
                status.setConditions(i, condition);
                return;
            }
        }
        status.addConditions(condition);
    }
}
