package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.LogName;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.SandboxId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One thing to do to a pod, with all that doing it needs and why.
public sealed interface PodAction {
    /// Makes the pod's sandbox.
    ///
    /// @param stopFirst dead sandboxes whose network may still be set up
    record CreateSandbox(int attempt, List<SandboxId> stopFirst) implements PodAction {
        public CreateSandbox {
            stopFirst = List.copyOf(stopFirst);
        }
    }

    record StopSandbox(SandboxId id, Reason reason) implements PodAction {}

    record RemoveSandbox(SandboxId id) implements PodAction {}

    /// Finds or pulls the image, makes the container and starts it.
    ///
    /// @param restartOf when the container before this one ended, if it did
    record StartContainer(
            String container,
            ContainerKind kind,
            int attempt,
            SandboxId sandbox,
            Optional<Instant> restartOf)
            implements PodAction {}

    record StopContainer(ContainerId id, String container, Duration grace, Reason reason)
            implements PodAction {
        /// Whether another instance is to come in its place, whatever it ends with.
        boolean makesRoom(DesiredPod desired) {
            return Stream.of(desired.containers(), desired.initContainers())
                    .flatMap(List::stream)
                    .filter(it -> it.getName().equals(container))
                    .anyMatch(it -> reason.replaces(desired.mayRestart(it)));
        }

        /// The same with another grace.
        StopContainer within(Duration another) {
            return new StopContainer(id, container, another, reason);
        }
    }

    /// Removes a container that has ended, and its log with it.
    record RemoveContainer(ContainerId id, LogName log) implements PodAction {
        static RemoveContainer of(PodIdentity pod, ObservedContainer container) {
            return new RemoveContainer(
                    container.id(), new LogName(pod, container.name(), container.attempt()));
        }
    }

    /// Removes a container that has ended; its log stays.
    record DropContainer(ContainerId id) implements PodAction {}

    /// Why something is stopped.
    enum Reason {
        SANDBOX_CHANGED("its sandbox is no longer usable"),
        OUTSIDE_CGROUP("it lies outside of its pod's cgroup"),
        SPECIFICATION_CHANGED("its specification changed"),
        STATE_UNKNOWN("the runtime does not know its state"),
        LIVENESS_FAILED("its liveness probe failed"),
        STARTUP_FAILED("its startup probe failed"),
        HOOK_FAILED("its postStart hook failed"),
        ALL_RESTART("all containers of its pod start over"),
        POD_ENDS("the pod ends");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        /// @param mayRestart whether the container is started again after at least some ends
        private boolean replaces(boolean mayRestart) {
            return switch (this) {
                case SPECIFICATION_CHANGED, STATE_UNKNOWN -> true;
                case LIVENESS_FAILED, STARTUP_FAILED -> mayRestart;
                case SANDBOX_CHANGED, OUTSIDE_CGROUP, HOOK_FAILED, ALL_RESTART, POD_ENDS -> false;
            };
        }
    }
}
