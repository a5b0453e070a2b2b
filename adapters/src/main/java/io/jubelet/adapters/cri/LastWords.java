package io.jubelet.adapters.cri;

import io.jubelet.core.host.ContainerFiles;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.cri.v1.ContainerState;
import io.jubelet.cri.v1.ContainerStatus;
import io.jubelet.cri.v1.Mount;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Adds to the status of a container that ended what it wrote about its end: its termination
/// message, or the end of its log where it failed without one and its pod wants that.
///
/// Thread: any; blocks on host calls. The monitor guards the memory of what was read.
/// Upstream: kuberuntime_container.go getTerminationMessage, readLastStringFromContainerLogs.
final class LastWords {
    private static final int LONGEST_MESSAGE = 4096;
    private static final int LOG_LINES = 80;
    private static final int LONGEST_LOG = 2048;

    /// A log's lines carry times and marks beside what the container wrote.
    private static final int LOG_BYTES_READ = 64 * 1024;

    private static final int REMEMBERED = 256;

    private final Optional<ContainerFiles> files;
    private final Map<String, String> remembered = new LinkedHashMap<>();

    LastWords(Optional<ContainerFiles> files) {
        this.files = files;
    }

    ContainerStatus addedTo(ContainerStatus status) {
        if (status.getState() != ContainerState.CONTAINER_EXITED || files.isEmpty()) {
            return status;
        }
        var words = words(status, files.get());
        if (words.isEmpty()) {
            return status;
        }
        var before = status.getMessage();
        var message = before.isEmpty() ? words : before + ": " + words;
        return status.toBuilder().setMessage(message).build();
    }

    /// A container that ended writes no more, so it is read once.
    private String words(ContainerStatus status, ContainerFiles from) {
        synchronized (this) {
            var known = remembered.get(status.getId());
            if (known != null) {
                return known;
            }
        }
        var words = read(status, from);
        synchronized (this) {
            remembered.put(status.getId(), words);
            if (remembered.size() > REMEMBERED) {
                remembered.remove(remembered.keySet().iterator().next());
            }
        }
        return words;
    }

    private static String read(ContainerStatus status, ContainerFiles files) {
        var pod = new PodUid(status.getLabelsOrDefault(KubeletLabels.POD_UID, ""));
        var message = message(status, pod, files);
        var fallBack =
                status.getExitCode() != 0
                        && "FallbackToLogsOnError"
                                .equals(
                                        status.getAnnotationsOrDefault(
                                                KubeletLabels.TERMINATION_MESSAGE_POLICY, ""));
        return message.isEmpty() && fallBack ? log(status, pod, files) : message;
    }

    private static String message(ContainerStatus status, PodUid pod, ContainerFiles files) {
        var inside = status.getAnnotationsOrDefault(KubeletLabels.TERMINATION_MESSAGE_PATH, "");
        var outside =
                status.getMountsList().stream()
                        .filter(mount -> mount.getContainerPath().equals(inside))
                        .map(Mount::getHostPath)
                        .findFirst();
        if (inside.isEmpty() || outside.isEmpty()) {
            return "";
        }
        try {
            return files.readHead(pod, outside.get(), LONGEST_MESSAGE);
        } catch (HostCallException failure) {
            return "Error on reading termination log " + outside.get() + ": " + failure.reason();
        }
    }

    private static String log(ContainerStatus status, PodUid pod, ContainerFiles files) {
        if (status.getLogPath().isEmpty()) {
            return "";
        }
        try {
            var raw = files.readTail(pod, status.getLogPath(), LOG_LINES, LOG_BYTES_READ);
            return lastBytes(contents(raw));
        } catch (HostCallException failure) {
            return "Error on reading termination message from logs: " + failure.reason();
        }
    }

    /// What the container wrote: each line of a log has a time, a stream and a mark before it.
    private static String contents(String raw) {
        var text = new StringBuilder();
        raw.lines()
                .forEach(
                        line -> {
                            var parts = line.split(" ", 4);
                            if (parts.length == 4) {
                                text.append(parts[3]).append(parts[2].startsWith("P") ? "" : "\n");
                            }
                        });
        return text.toString();
    }

    private static String lastBytes(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LONGEST_LOG
                ? text
                : new String(
                        bytes, bytes.length - LONGEST_LOG, LONGEST_LOG, StandardCharsets.UTF_8);
    }
}
