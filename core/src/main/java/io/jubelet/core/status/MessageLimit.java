package io.jubelet.core.status;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import java.util.List;
import java.util.function.BiConsumer;

/// Keeps what the containers of a pod said at their ends within what one status may hold: each
/// container has its share, whether the others need theirs or not. Pure.
///
/// Upstream: status_manager.go normalizeStatus.
final class MessageLimit {
    /// For all containers of a pod together.
    static final int MOST_BYTES = 12 * 1024;

    private MessageLimit() {}

    static void apply(PodStatus.Builder status, PodSpec spec) {
        var share = MOST_BYTES / Math.max(1, containers(spec));
        shorten(status.getInitContainerStatusesList(), share, status::setInitContainerStatuses);
        shorten(status.getContainerStatusesList(), share, status::setContainerStatuses);
        shorten(
                status.getEphemeralContainerStatusesList(),
                share,
                status::setEphemeralContainerStatuses);
    }

    /// Few pods say so much: the others' statuses are not taken apart for it.
    private static void shorten(
            List<ContainerStatus> statuses, int share, BiConsumer<Integer, ContainerStatus> put) {
        for (var index = 0; index < statuses.size(); index++) {
            var status = statuses.get(index);
            if (tooLong(status.getState(), share) || tooLong(status.getLastState(), share)) {
                put.accept(index, shortened(status, share));
            }
        }
    }

    private static int containers(PodSpec spec) {
        return spec.getContainersCount()
                + spec.getInitContainersCount()
                + spec.getEphemeralContainersCount();
    }

    private static ContainerStatus shortened(ContainerStatus whole, int share) {
        var status = whole.toBuilder();
        if (tooLong(status.getState(), share)) {
            shorten(status.getStateBuilder().getTerminatedBuilder(), share);
        }
        if (tooLong(status.getLastState(), share)) {
            shorten(status.getLastStateBuilder().getTerminatedBuilder(), share);
        }
        return status.build();
    }

    private static boolean tooLong(ContainerState state, int share) {
        return state.getTerminated().getMessageBytes().size() > share;
    }

    /// To the first bytes of the message, but no half of a character.
    private static void shorten(ContainerStateTerminated.Builder terminated, int share) {
        var bytes = terminated.getMessageBytes();
        var end = share;
        while (end > 0 && isWithinCharacter(bytes.byteAt(end))) {
            end--;
        }
        terminated.setMessage(bytes.substring(0, end).toStringUtf8());
    }

    private static boolean isWithinCharacter(byte piece) {
        return (piece & 0xC0) == 0x80;
    }
}
