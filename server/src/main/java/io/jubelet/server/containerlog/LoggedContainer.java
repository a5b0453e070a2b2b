package io.jubelet.server.containerlog;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which instance of a container is meant when its log is asked for.
///
/// Upstream: kubelet_pods.go validateContainerLogStatus.
public sealed interface LoggedContainer {
    /// @param id with the runtime's name before it, as the status has it
    record Found(String id) implements LoggedContainer {
        /// The runtime's own word for it.
        public String value() {
            var mark = id.indexOf("://");
            return mark < 0 ? id : id.substring(mark + 3);
        }
    }

    /// @param message which says why there is none
    record Missing(String message) implements LoggedContainer {}

    /// @param previous whether the instance before the current one is meant
    static LoggedContainer find(String pod, PodStatus status, String name, boolean previous) {
        var about = "container \"" + name + "\" in pod \"" + pod + "\" ";
        return statuses(status)
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .map(found -> previous ? before(found, pod) : current(found, about))
                .orElseGet(() -> new Missing(about + "is not available"));
    }

    private static Stream<ContainerStatus> statuses(PodStatus status) {
        return Stream.of(
                        status.getContainerStatusesList(),
                        status.getInitContainerStatusesList(),
                        status.getEphemeralContainerStatusesList())
                .flatMap(List::stream);
    }

    private static LoggedContainer before(ContainerStatus status, String pod) {
        return ended(status.getLastState())
                .orElseGet(
                        () ->
                                new Missing(
                                        "previous terminated container \""
                                                + status.getName()
                                                + "\" in pod \""
                                                + pod
                                                + "\" not found"));
    }

    private static LoggedContainer current(ContainerStatus status, String about) {
        var state = status.getState();
        if (state.hasRunning()) {
            return new Found(status.getContainerID());
        }
        if (state.hasTerminated() || status.getLastState().hasTerminated()) {
            return ended(state)
                    .or(() -> ended(status.getLastState()))
                    .orElseGet(() -> new Missing(about + "is terminated"));
        }
        if (!state.hasWaiting()) {
            return new Missing(about + "is waiting to start - no logs yet");
        }
        var reason =
                switch (state.getWaiting().getReason()) {
                    case "ErrImagePull" -> "image can't be pulled";
                    case "ImagePullBackOff" -> "trying and failing to pull image";
                    default -> state.getWaiting().getReason();
                };
        return new Missing(about + "is waiting to start: " + reason);
    }

    /// Empty for an end that left no container behind.
    private static Optional<LoggedContainer> ended(ContainerState state) {
        var id = state.getTerminated().getContainerID();
        return id.isEmpty() ? Optional.empty() : Optional.of(new Found(id));
    }
}
