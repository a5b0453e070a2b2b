package io.jubelet.core.status;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;

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
        status.getInitContainerStatusesBuilderList().forEach(one -> shorten(one, share));
        status.getContainerStatusesBuilderList().forEach(one -> shorten(one, share));
        status.getEphemeralContainerStatusesBuilderList().forEach(one -> shorten(one, share));
    }

    private static int containers(PodSpec spec) {
        return spec.getContainersCount()
                + spec.getInitContainersCount()
                + spec.getEphemeralContainersCount();
    }

    private static void shorten(ContainerStatus.Builder status, int share) {
        if (tooLong(status.getState(), share)) {
            shorten(status.getStateBuilder().getTerminatedBuilder(), share);
        }
        if (tooLong(status.getLastState(), share)) {
            shorten(status.getLastStateBuilder().getTerminatedBuilder(), share);
        }
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
