package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.event.EventType;
import io.jubelet.core.image.PullState;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.waiting.VolumeImageMissing;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.model.codec.GoDuration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What people are told of a pod's way, in upstream's words.
///
/// Thread: any; never blocks.
/// Upstream: events/event.go for the reasons, and who sends them for the sentences.
final class PodEvents {
    /// For what was told already.
    static final PodEvents SILENT = new PodEvents(EventRecorder.NONE);

    private final EventRecorder recorder;

    PodEvents(EventRecorder recorder) {
        this.recorder = recorder;
    }

    /// What the whole pod should be looked at for.
    void warn(DesiredPod pod, String reason, String message) {
        recorder.warning(EventSubject.of(pod.pod()), reason, message);
    }

    void pulling(DesiredPod pod, ImageNeed need) {
        var message = "Pulling image \"" + need.image() + "\"";
        image(pod, need, EventType.NORMAL, "Pulling", message);
    }

    void pulled(DesiredPod pod, ImageNeed need, PullState.Pulled pulled) {
        image(
                pod,
                need,
                EventType.NORMAL,
                "Pulled",
                ("Successfully pulled image \"%s\" in %s (%s including waiting)."
                                + " Image size: %d bytes.")
                        .formatted(
                                need.image(),
                                milliseconds(pulled.pulling()),
                                milliseconds(pulled.whole()),
                                pulled.image().map(LocalImage::sizeBytes).orElse(0L)));
    }

    private static String milliseconds(Duration time) {
        return GoDuration.print(Duration.ofMillis(time.toMillis()));
    }

    /// @param checked whether it was asked if the pod has a right to it
    void imagePresent(DesiredPod pod, ImageNeed need, boolean checked) {
        image(
                pod,
                need,
                EventType.NORMAL,
                "Pulled",
                "Container image \"%s\" already present on machine%s"
                        .formatted(need.image(), checked ? " and can be accessed by the pod" : ""));
    }

    /// Why there is no image for a container, and then that it failed for that.
    void imageMissing(DesiredPod pod, ImageNeed need, WaitReason missing) {
        var why = missing instanceof VolumeImageMissing(_, var of) ? of : missing;
        switch (why) {
            case WaitReason.ImagePullFailed failed ->
                    image(
                            pod,
                            need,
                            EventType.WARNING,
                            "Failed",
                            "Failed to pull image \"" + failed.image() + "\": " + failed.detail());
            case WaitReason.ImagePullBackOff backOff ->
                    image(
                            pod,
                            need,
                            EventType.NORMAL,
                            "BackOff",
                            "Back-off pulling image \"" + backOff.image() + "\"");
            case WaitReason.ContainerConfigFailed failed -> {
                failed(pod, need.container(), Optional.empty(), failed.message());
                return;
            }
            case WaitReason.ImageNeverPull never ->
                    image(pod, need, EventType.WARNING, "ErrImageNeverPull", never.message());
            case WaitReason.ImageInspectFailed failed ->
                    image(pod, need, EventType.WARNING, "InspectFailed", failed.message());
            case WaitReason.InvalidImageName invalid ->
                    image(pod, need, EventType.WARNING, "InspectFailed", invalid.message());
            default -> throw new IllegalArgumentException("not about an image: " + why.code());
        }
        failed(pod, need.container(), Optional.empty(), why.code());
    }

    /// Of a volume's image the pod is told, of a container's own the container.
    private void image(
            DesiredPod pod, ImageNeed need, EventType type, String reason, String message) {
        if (need.volume().isPresent()) {
            recorder.record(EventSubject.of(pod.pod()), type, reason, message);
        } else {
            container(pod, need.container(), type, reason, message);
        }
    }

    void pullSecretsUnusable(DesiredPod pod, List<String> names) {
        warning(
                pod,
                "FailedToRetrieveImagePullSecret",
                "Unable to retrieve some image pull secrets (%s); attempting to pull the image may"
                                .formatted(String.join(", ", names))
                        + " not succeed.");
    }

    void created(DesiredPod pod, Container container) {
        normal(pod, container, "Created", "Container created");
    }

    void started(DesiredPod pod, Container container) {
        normal(pod, container, "Started", "Container started");
    }

    /// @param id stands in what the runtime says; its place is taken by the container's name, so
    ///     that the same failure again is the same event
    void failed(DesiredPod pod, Container container, Optional<ContainerId> id, String detail) {
        failed(pod, container.getName(), id, detail);
    }

    private void failed(DesiredPod pod, String name, Optional<ContainerId> id, String detail) {
        var told = id.map(it -> detail.replace(it.value(), name)).orElse(detail);
        container(pod, name, EventType.WARNING, "Failed", "Error: " + told);
    }

    void killing(DesiredPod pod, PodAction.StopContainer stop) {
        var name = stop.container();
        var message =
                switch (stop.reason()) {
                    case POD_ENDS, SANDBOX_CHANGED, OUTSIDE_CGROUP -> "Stopping container " + name;
                    case SPECIFICATION_CHANGED ->
                            "Container " + name + " definition changed, will be restarted";
                    case STATE_UNKNOWN ->
                            "Container is in \"unknown\" state, try killing it before restart";
                    case LIVENESS_FAILED -> failedProbe(pod, name, "liveness");
                    case STARTUP_FAILED -> failedProbe(pod, name, "startup");
                    case HOOK_FAILED -> "FailedPostStartHook";
                    case ALL_RESTART -> "killing";
                };
        fieldPath(pod, name)
                .ifPresent(
                        path ->
                                recorder.normal(
                                        EventSubject.of(pod.pod()).at(path), "Killing", message));
    }

    private static String failedProbe(DesiredPod pod, String name, String kind) {
        if (has(pod.initContainers(), name)) {
            return "Init container " + name + " failed " + kind + " probe";
        }
        var restarts =
                pod.containers().stream()
                        .filter(container -> container.getName().equals(name))
                        .anyMatch(pod::mayRestart);
        var restarted = restarts ? ", will be restarted" : "";
        return "Container " + name + " failed " + kind + " probe" + restarted;
    }

    void postStartFailed(DesiredPod pod, Container container) {
        warning(pod, container, "FailedPostStartHook", "PostStartHook failed");
    }

    void preStopFailed(DesiredPod pod, Container container) {
        warning(pod, container, "FailedPreStopHook", "PreStopHook failed");
    }

    void hookFellBack(DesiredPod pod, String detail) {
        warning(pod, "LifecycleHTTPFallback", detail);
    }

    void failedKill(DesiredPod pod, String detail) {
        warning(pod, "FailedKillPod", "error killing pod: " + detail);
    }

    void deadlinePassed(DesiredPod pod, String reason, String message) {
        recorder.normal(EventSubject.of(pod.pod()), reason, message);
    }

    void sandboxChanged(DesiredPod pod) {
        recorder.normal(
                EventSubject.of(pod.pod()),
                "SandboxChanged",
                "Pod sandbox changed, it will be killed and re-created.");
    }

    void sandboxFailed(DesiredPod pod, String detail) {
        warning(pod, "FailedCreatePodSandBox", "Failed to create pod sandbox: " + detail);
    }

    void networkNotReady(DesiredPod pod, WaitReason.NetworkNotReady reason) {
        warning(pod, "NetworkNotReady", reason.message());
    }

    void notObserved(DesiredPod pod, String detail) {
        warning(pod, "FailedSync", "error determining status: " + detail);
    }

    void foldersFailed(DesiredPod pod, String detail) {
        warning(pod, "Failed", "error making pod data directories: " + detail);
    }

    /// Ours alone: without it nobody who looks from afar would know why the pod does not start.
    void notSupported(DesiredPod pod, WaitReason.NotSupportedYet reason) {
        warning(pod, reason.code(), reason.message());
    }

    /// Tells of every container that waits for its restart.
    void backOffs(DesiredPod pod, List<Wait.Planned> waits) {
        for (var wait : waits) {
            if (wait.reason() instanceof WaitReason.CrashLoopBackOff backOff) {
                container(
                        pod,
                        backOff.container(),
                        EventType.WARNING,
                        "BackOff",
                        "Back-off restarting failed container %s in pod %s"
                                .formatted(backOff.container(), backOff.pod()));
            }
        }
    }

    private void normal(DesiredPod pod, Container container, String reason, String message) {
        container(pod, container.getName(), EventType.NORMAL, reason, message);
    }

    private void warning(DesiredPod pod, Container container, String reason, String message) {
        container(pod, container.getName(), EventType.WARNING, reason, message);
    }

    private void warning(DesiredPod pod, String reason, String message) {
        recorder.warning(EventSubject.of(pod.pod()), reason, message);
    }

    private void container(
            DesiredPod pod, String name, EventType type, String reason, String message) {
        var subject = EventSubject.of(pod.pod()).at(fieldPath(pod, name).orElse(""));
        recorder.record(subject, type, reason, message);
    }

    /// Empty for a container that the pod does not have; of such a one nobody is told.
    private static Optional<String> fieldPath(DesiredPod pod, String name) {
        if (has(pod.containers(), name)) {
            return Optional.of("spec.containers{" + name + "}");
        }
        if (has(pod.initContainers(), name)) {
            return Optional.of("spec.initContainers{" + name + "}");
        }
        return has(pod.ephemeralContainers(), name)
                ? Optional.of("spec.ephemeralContainers{" + name + "}")
                : Optional.empty();
    }

    private static boolean has(List<Container> containers, String name) {
        return containers.stream().anyMatch(container -> container.getName().equals(name));
    }
}
