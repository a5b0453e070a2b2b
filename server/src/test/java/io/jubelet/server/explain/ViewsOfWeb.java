package io.jubelet.server.explain;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateRunning;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStateWaiting;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Time;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The pod `web` of the node `n1`, as it may be when somebody asks why.
final class ViewsOfWeb {
    static final Instant SINCE = Instant.parse("2026-11-15T10:00:00Z");
    static final Instant NEXT = SINCE.plusSeconds(40);
    static final PodUid UID = new PodUid("uid-web");

    private ViewsOfWeb() {}

    static PodView pending(WaitReason reason) {
        return view("Syncing", PodStatus.newBuilder().setPhase("Pending"), reason);
    }

    static PodView staged(String stage, WaitReason reason) {
        return view(stage, PodStatus.newBuilder().setPhase("Running"), reason);
    }

    static PodView running(ContainerStatus.Builder container, WaitReason... reasons) {
        return view(
                "Syncing",
                PodStatus.newBuilder()
                        .setPhase("Running")
                        .addContainerStatuses(container)
                        .addConditions(
                                PodCondition.newBuilder()
                                        .setType("Ready")
                                        .setStatus("False")
                                        .setReason("ReadinessGatesNotReady")
                                        .setMessage("the gate is closed")),
                reasons);
    }

    static PodView ready() {
        return view(
                "Syncing",
                PodStatus.newBuilder()
                        .setPhase("Running")
                        .addConditions(
                                PodCondition.newBuilder().setType("Ready").setStatus("True")));
    }

    static PodView rejected() {
        return view(
                "Terminated",
                PodStatus.newBuilder()
                        .setPhase("Failed")
                        .setReason("OutOfcpu")
                        .setMessage("Node didn't have enough resource: cpu"));
    }

    static PodView deleted() {
        var view = view("Terminated", PodStatus.newBuilder().setPhase("Succeeded"));
        var pod = view.desired().orElseThrow().toBuilder();
        pod.getMetadataBuilder().setDeletionTimestamp(time());
        return new PodView(
                view.identity(),
                Optional.of(pod.build()),
                view.stage(),
                SINCE,
                view.status(),
                List.of());
    }

    private static PodView view(String stage, PodStatus.Builder status, WaitReason... reasons) {
        var pod =
                Pod.newBuilder()
                        .setMetadata(ObjectMeta.newBuilder().setName("web-n1").setUid("uid-web"))
                        .setSpec(PodSpec.newBuilder().setNodeName("n1"))
                        .build();
        var waits =
                Stream.of(reasons)
                        .map(reason -> new Wait(reason, SINCE, Optional.of(NEXT)))
                        .toList();
        return new PodView(
                new PodIdentity("default", "web-n1", UID),
                Optional.of(pod),
                stage,
                SINCE,
                status.build(),
                waits);
    }

    static ContainerStatus.Builder runningContainer() {
        return ContainerStatus.newBuilder()
                .setName("app")
                .setState(
                        ContainerState.newBuilder()
                                .setRunning(
                                        ContainerStateRunning.newBuilder().setStartedAt(time())));
    }

    static ContainerStatus.Builder waiting(String reason) {
        return ContainerStatus.newBuilder()
                .setName("app")
                .setState(
                        ContainerState.newBuilder()
                                .setWaiting(ContainerStateWaiting.newBuilder().setReason(reason)));
    }

    static ContainerState ended(int code) {
        return ContainerState.newBuilder()
                .setTerminated(
                        ContainerStateTerminated.newBuilder()
                                .setExitCode(code)
                                .setReason("Error")
                                .setFinishedAt(time()))
                .build();
    }

    private static Time time() {
        return Time.newBuilder().setSeconds(SINCE.getEpochSecond()).build();
    }
}
