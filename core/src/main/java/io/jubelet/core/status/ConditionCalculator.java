package io.jubelet.core.status;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodReadinessGate;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.desired.RestartAllPolicy;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conditions of a pod: those of others as the API server has them, then those that a node
/// reports. Pure; a condition that does not change keeps the time of its last change.
///
/// Upstream: status/generate.go.
final class ConditionCalculator {
    private final DesiredPod desired;
    private final PodStatus before;
    private final StatusInput input;

    ConditionCalculator(StatusInput input) {
        this.input = input;
        this.desired = input.desired();
        this.before = input.before();
    }

    /// @param sandboxUsable whether a sandbox with its network is there
    /// @param initialised whether a regular container has been started
    List<PodCondition> calculate(
            PodStatus.Builder status, boolean sandboxUsable, boolean initialised) {
        var conditions = new ArrayList<PodCondition>();
        conditions.addAll(foreign());
        var ended = Phase.isFinal(status.getPhase());
        disruption(ended).ifPresent(conditions::add);
        conditions.add(readyToStart(sandboxUsable, ended));
        conditions.add(initialized(status, initialised));
        var containersReady = containersReady(status);
        conditions.add(ready(containersReady, conditions));
        conditions.add(containersReady);
        conditions.add(condition("PodScheduled", true, "", ""));
        if (RestartAllPolicy.possible(desired)) {
            conditions.add(allRestarting(status.getPhase()));
        }
        return conditions;
    }

    private PodCondition allRestarting(String phase) {
        var type = OwnedConditions.ALL_RESTART;
        if (phase.equals(Phase.SUCCEEDED.text())) {
            return condition(type, false, "PodCompleted", "");
        }
        if (phase.equals(Phase.FAILED.text())) {
            return condition(type, false, "PodFailed", "");
        }
        // What asked for it goes last: without it, whatever is there is of the pod's next life.
        return RestartAllPolicy.asking(desired, input.seen()).isEmpty()
                ? condition(type, false, "", "")
                : condition(
                        type,
                        true,
                        "RestartAllContainersStarted",
                        "container exited with restart policy rule");
    }

    private List<PodCondition> foreign() {
        return desired.pod().getStatus().getConditionsList().stream()
                .filter(c -> !OwnedConditions.ours(c.getType()))
                .filter(c -> !c.getType().equals(OwnedConditions.DISRUPTION_TARGET))
                .toList();
    }

    /// What an order to end the pod brings once it has ended, or what was said before: it comes
    /// once and stays.
    private Optional<PodCondition> disruption(boolean ended) {
        var ordered =
                input.end().filter(_ -> ended).stream()
                        .flatMap(end -> end.conditions().stream())
                        .filter(c -> c.getType().equals(OwnedConditions.DISRUPTION_TARGET))
                        .map(this::timed)
                        .findFirst();
        return ordered.or(() -> find(before, OwnedConditions.DISRUPTION_TARGET))
                .or(() -> find(desired.pod().getStatus(), OwnedConditions.DISRUPTION_TARGET));
    }

    private PodCondition timed(PodCondition condition) {
        return condition(
                condition.getType(),
                condition.getStatus().equals("True"),
                condition.getReason(),
                condition.getMessage());
    }

    private PodCondition readyToStart(boolean sandboxUsable, boolean ended) {
        var type = "PodReadyToStartContainers";
        if (sandboxUsable || ended) {
            return condition(type, sandboxUsable, "", "");
        }
        // v1 has no better place for what holds up a whole pod.
        var blocking =
                input.waits().stream()
                        .map(Wait::reason)
                        .filter(reason -> !(reason instanceof WaitReason.OfContainer))
                        .findFirst();
        return condition(
                type,
                false,
                blocking.map(WaitReason::code).orElse(""),
                blocking.map(WaitReason::message).orElse(""));
    }

    private PodCondition initialized(PodStatus.Builder status, boolean initialised) {
        var type = "Initialized";
        var unknown = new ArrayList<String>();
        var incomplete = new ArrayList<String>();
        for (var container : desired.initContainers()) {
            find(status.getInitContainerStatusesList(), container)
                    .ifPresentOrElse(
                            found -> {
                                if (!complete(container, found)) {
                                    incomplete.add(container.getName());
                                }
                            },
                            () -> unknown.add(container.getName()));
        }
        if (status.getPhase().equals(Phase.SUCCEEDED.text()) && unknown.isEmpty()) {
            return condition(type, true, "PodCompleted", "");
        }
        var message = message(unknown, incomplete, "incomplete");
        // Once initialised a pod stays so, also while its init containers run again.
        if (initialised || message.isEmpty() || held(type)) {
            return condition(type, true, "", "");
        }
        return condition(type, false, "ContainersNotInitialized", message);
    }

    private boolean held(String type) {
        return find(before, type).filter(c -> c.getStatus().equals("True")).isPresent();
    }

    private static boolean complete(Container container, ContainerStatus status) {
        return DesiredPod.isSidecar(container) ? status.getStarted() : status.getReady();
    }

    private PodCondition containersReady(PodStatus.Builder status) {
        var type = "ContainersReady";
        var unknown = new ArrayList<String>();
        var unready = new ArrayList<String>();
        for (var container : desired.initContainers()) {
            if (DesiredPod.isSidecar(container)) {
                sort(container, status.getInitContainerStatusesList(), unknown, unready);
            }
        }
        for (var container : desired.containers()) {
            sort(container, status.getContainerStatusesList(), unknown, unready);
        }
        if (status.getPhase().equals(Phase.SUCCEEDED.text()) && unknown.isEmpty()) {
            return condition(type, false, "PodCompleted", "");
        }
        if (status.getPhase().equals(Phase.FAILED.text())) {
            return condition(type, false, "PodFailed", "");
        }
        var message = message(unknown, unready, "unready");
        return message.isEmpty()
                ? condition(type, true, "", "")
                : condition(type, false, "ContainersNotReady", message);
    }

    private static void sort(
            Container container,
            List<ContainerStatus> statuses,
            List<String> unknown,
            List<String> unready) {
        var status = find(statuses, container);
        if (status.isEmpty()) {
            unknown.add(container.getName());
        } else if (!status.get().getReady()) {
            unready.add(container.getName());
        }
    }

    /// Ready containers, and every gate's condition True.
    private PodCondition ready(PodCondition containersReady, List<PodCondition> conditions) {
        if (!containersReady.getStatus().equals("True")) {
            return condition(
                    "Ready", false, containersReady.getReason(), containersReady.getMessage());
        }
        var closed =
                desired.pod().getSpec().getReadinessGatesList().stream()
                        .flatMap(gate -> closed(gate, conditions).stream())
                        .toList();
        return closed.isEmpty()
                ? condition("Ready", true, "", "")
                : condition("Ready", false, "ReadinessGatesNotReady", String.join(", ", closed));
    }

    private static Optional<String> closed(PodReadinessGate gate, List<PodCondition> conditions) {
        var type = gate.getConditionType();
        var found = conditions.stream().filter(c -> c.getType().equals(type)).findFirst();
        if (found.isEmpty()) {
            return Optional.of(
                    "corresponding condition of pod readiness gate \""
                            + type
                            + "\" does not exist.");
        }
        var status = found.get().getStatus();
        return status.equals("True")
                ? Optional.empty()
                : Optional.of(
                        "the status of pod readiness gate \""
                                + type
                                + "\" is not \"True\", but "
                                + status);
    }

    /// The names in Go's way of printing a list.
    private static String message(List<String> unknown, List<String> not, String word) {
        var parts = new ArrayList<String>();
        if (!unknown.isEmpty()) {
            parts.add("containers with unknown status: [" + String.join(" ", unknown) + "]");
        }
        if (!not.isEmpty()) {
            parts.add("containers with " + word + " status: [" + String.join(" ", not) + "]");
        }
        return String.join(", ", parts);
    }

    private PodCondition condition(String type, boolean holds, String reason, String message) {
        var status = holds ? "True" : "False";
        var condition = PodCondition.newBuilder().setType(type).setStatus(status);
        var generation = desired.pod().getMetadata().getGeneration();
        if (generation > 0) {
            condition.setObservedGeneration(generation);
        }
        if (!reason.isEmpty()) {
            condition.setReason(reason);
        }
        if (!message.isEmpty()) {
            condition.setMessage(message);
        }
        return condition
                .setLastTransitionTime(
                        find(before, type)
                                .filter(old -> old.getStatus().equals(status))
                                .map(PodCondition::getLastTransitionTime)
                                .orElseGet(() -> Times.of(input.now())))
                .build();
    }

    private static Optional<PodCondition> find(PodStatus status, String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    private static Optional<ContainerStatus> find(
            List<ContainerStatus> statuses, Container container) {
        return statuses.stream()
                .filter(status -> status.getName().equals(container.getName()))
                .findFirst();
    }
}
