package io.jubelet.core.status;

import com.google.protobuf.Message;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.Quantity;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.model.codec.Presence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The smallest strategic merge patch from one pod status to another, with the pod's uid as its
/// condition. Pure. Conditions and addresses are merged by their keys, container statuses are
/// replaced as whole lists: so the type declares it.
///
/// Upstream: util/pod/pod.go PatchPodStatus.
final class StatusPatchCalculator {
    private final List<String> members = new ArrayList<>();
    private final PodStatus there;
    private final PodStatus wanted;

    private StatusPatchCalculator(PodStatus there, PodStatus wanted) {
        this.there = there;
        this.wanted = wanted;
    }

    /// Empty when there is nothing to say.
    static Optional<String> patch(String uid, PodStatus there, PodStatus wanted) {
        var patch = new StatusPatchCalculator(there, wanted);
        patch.collect();
        return patch.members.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "{\"metadata\":{\"uid\":\""
                                + uid
                                + "\"},\"status\":{"
                                + String.join(",", patch.members)
                                + "}}");
    }

    private void collect() {
        scalars();
        conditions();
        addresses("podIPs", ips(there.getPodIPsList()), ips(wanted.getPodIPsList()));
        addresses("hostIPs", ips(there.getHostIPsList()), ips(wanted.getHostIPsList()));
        containers(
                "initContainerStatuses",
                there.getInitContainerStatusesList(),
                wanted.getInitContainerStatusesList());
        containers(
                "containerStatuses",
                there.getContainerStatusesList(),
                wanted.getContainerStatusesList());
        containers(
                "ephemeralContainerStatuses",
                there.getEphemeralContainerStatusesList(),
                wanted.getEphemeralContainerStatusesList());
        amounts(
                        "allocatedResources",
                        there.getAllocatedResourcesMap(),
                        wanted.getAllocatedResourcesMap())
                .ifPresent(members::add);
        resources();
    }

    private void scalars() {
        var only = PodStatus.newBuilder();
        if (there.getObservedGeneration() != wanted.getObservedGeneration()) {
            only.setObservedGeneration(wanted.getObservedGeneration());
        }
        if (!there.getPhase().equals(wanted.getPhase())) {
            only.setPhase(wanted.getPhase());
        }
        text("message", there.getMessage(), wanted.getMessage(), only::setMessage);
        text("reason", there.getReason(), wanted.getReason(), only::setReason);
        text("hostIP", there.getHostIP(), wanted.getHostIP(), only::setHostIP);
        text("podIP", there.getPodIP(), wanted.getPodIP(), only::setPodIP);
        text("qosClass", there.getQosClass(), wanted.getQosClass(), only::setQosClass);
        if (wanted.hasStartTime()
                && there.getStartTime().getSeconds() != wanted.getStartTime().getSeconds()) {
            only.setStartTime(wanted.getStartTime());
        }
        inner(only.build()).ifPresent(members::add);
    }

    private void text(
            String name, String before, String after, java.util.function.Consumer<String> set) {
        if (before.equals(after)) {
            return;
        }
        if (after.isEmpty()) {
            members.add("\"" + name + "\":null");
        } else {
            set.accept(after);
        }
    }

    private void conditions() {
        var changes = new ArrayList<String>();
        for (var old : there.getConditionsList()) {
            if (find(wanted, old.getType()).isEmpty()) {
                var key = PodCondition.newBuilder().setType(old.getType()).build();
                changes.add("{\"$patch\":\"delete\"," + inner(key).orElseThrow() + "}");
            }
        }
        for (var condition : wanted.getConditionsList()) {
            condition(find(there, condition.getType()), condition).ifPresent(changes::add);
        }
        if (!changes.isEmpty()) {
            members.add("\"conditions\":[" + String.join(",", changes) + "]");
        }
    }

    private static Optional<String> condition(
            Optional<PodCondition> known, PodCondition condition) {
        var old = known.orElse(PodCondition.getDefaultInstance());
        var only = PodCondition.newBuilder().setType(condition.getType());
        var gone = new StringBuilder();
        if (!old.getStatus().equals(condition.getStatus())) {
            only.setStatus(condition.getStatus());
        }
        if (!old.getReason().equals(condition.getReason())) {
            if (condition.getReason().isEmpty()) {
                gone.append(",\"reason\":null");
            } else {
                only.setReason(condition.getReason());
            }
        }
        if (!old.getMessage().equals(condition.getMessage())) {
            if (condition.getMessage().isEmpty()) {
                gone.append(",\"message\":null");
            } else {
                only.setMessage(condition.getMessage());
            }
        }
        if (old.getObservedGeneration() != condition.getObservedGeneration()) {
            only.setObservedGeneration(condition.getObservedGeneration());
        }
        if (condition.hasLastTransitionTime()
                && old.getLastTransitionTime().getSeconds()
                        != condition.getLastTransitionTime().getSeconds()) {
            only.setLastTransitionTime(condition.getLastTransitionTime());
        }
        var unchanged =
                gone.isEmpty()
                        && only.build()
                                .equals(
                                        PodCondition.newBuilder()
                                                .setType(condition.getType())
                                                .build());
        return unchanged && known.isPresent()
                ? Optional.empty()
                : Optional.of("{" + inner(only.build()).orElseThrow() + gone + "}");
    }

    private static Optional<PodCondition> find(PodStatus status, String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    private static List<String> ips(List<? extends Message> addresses) {
        return addresses.stream().flatMap(address -> inner(address).stream()).toList();
    }

    /// @param before each as the inside of its JSON object
    private void addresses(String name, List<String> before, List<String> after) {
        if (before.equals(after)) {
            return;
        }
        var all = new LinkedHashSet<>(before);
        all.addAll(after);
        var changes = new ArrayList<String>();
        for (var address : all) {
            if (!after.contains(address)) {
                changes.add("{\"$patch\":\"delete\"," + address + "}");
            } else if (!before.contains(address)) {
                changes.add("{" + address + "}");
            }
        }
        if (!changes.isEmpty()) {
            members.add("\"" + name + "\":[" + String.join(",", changes) + "]");
        }
        if (before.stream().anyMatch(after::contains)) {
            var order = after.stream().map(address -> "{" + address + "}").toList();
            members.add("\"$setElementOrder/" + name + "\":[" + String.join(",", order) + "]");
        }
    }

    private void containers(
            String name, List<ContainerStatus> before, List<ContainerStatus> after) {
        if (before.equals(after)) {
            return;
        }
        if (!plainlyOther(before, after)) {
            var then = before.stream().map(StatusPatchCalculator::normal).toList();
            var now = after.stream().map(StatusPatchCalculator::normal).toList();
            if (Presence.same(then, now)) {
                return;
            }
        }
        var json = after.stream().map(MessageWriter::toJson).toList();
        members.add("\"" + name + "\":[" + String.join(",", json) + "]");
    }

    /// To compare by what is said takes long, and what changes most often is quickly seen.
    private static boolean plainlyOther(List<ContainerStatus> before, List<ContainerStatus> after) {
        if (before.size() != after.size()) {
            return true;
        }
        for (var index = 0; index < before.size(); index++) {
            var old = before.get(index);
            var now = after.get(index);
            if (old.getReady() != now.getReady()
                    || old.getStarted() != now.getStarted()
                    || old.getRestartCount() != now.getRestartCount()
                    || !old.getContainerID().equals(now.getContainerID())
                    || old.getState().hasRunning() != now.getState().hasRunning()
                    || old.getState().hasTerminated() != now.getState().hasTerminated()) {
                return true;
            }
        }
        return false;
    }

    /// What the server leaves out or puts in by itself is no difference.
    private static ContainerStatus normal(ContainerStatus status) {
        var normal = status.toBuilder();
        normal.setState(status.getState())
                .setLastState(status.getLastState())
                .setResources(status.getResources());
        return normal.build();
    }

    private static Optional<String> amounts(
            String name, Map<String, Quantity> before, Map<String, Quantity> after) {
        if (before.equals(after)) {
            return Optional.empty();
        }
        var only = PodStatus.newBuilder();
        after.forEach(
                (key, value) -> {
                    if (!value.equals(before.get(key))) {
                        only.putAllocatedResources(key, value);
                    }
                });
        var parts = new ArrayList<String>();
        inner(only.build())
                .map(json -> json.substring("\"allocatedResources\":{".length(), json.length() - 1))
                .ifPresent(parts::add);
        before.keySet().stream()
                .filter(key -> !after.containsKey(key))
                .forEach(key -> parts.add("\"" + key + "\":null"));
        return Optional.of("\"" + name + "\":{" + String.join(",", parts) + "}");
    }

    private void resources() {
        var parts = new ArrayList<String>();
        amounts("limits", there.getResources().getLimitsMap(), wanted.getResources().getLimitsMap())
                .ifPresent(parts::add);
        amounts(
                        "requests",
                        there.getResources().getRequestsMap(),
                        wanted.getResources().getRequestsMap())
                .ifPresent(parts::add);
        if (!parts.isEmpty() || (wanted.hasResources() && !there.hasResources())) {
            members.add("\"resources\":{" + String.join(",", parts) + "}");
        }
    }

    /// The members of the message's JSON object; empty when it has none.
    private static Optional<String> inner(Message message) {
        var json = MessageWriter.toJson(message);
        return json.length() <= 2
                ? Optional.empty()
                : Optional.of(json.substring(1, json.length() - 1));
    }
}
