package io.jubelet.app.up;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.source.ManifestProblems.Problem;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The table of pods as lines of text. Pure.
final class PodTable {
    private static final List<String> HEADER =
            List.of("POD", "PHASE", "READY", "RESTARTS", "IP", "AGE", "WHY IT IS NOT READY YET");
    private static final int WIDEST = 160;

    private PodTable() {}

    /// @param runtimeProblem what is wrong with the runtime as a whole
    static List<String> lines(
            List<PodView> pods,
            List<Problem> problems,
            Optional<String> runtimeProblem,
            Instant now) {
        var rows = new ArrayList<List<String>>();
        rows.add(HEADER);
        pods.stream()
                .sorted(Comparator.comparing((PodView pod) -> pod.identity().toString()))
                .forEach(pod -> rows.add(row(pod, now)));
        var lines = new ArrayList<>(aligned(rows));
        runtimeProblem.ifPresent(
                reason -> lines.add("The container runtime is not ready: " + shortened(reason)));
        problems.forEach(p -> lines.add("Cannot use " + p.path() + ": " + shortened(p.reason())));
        return lines;
    }

    private static List<String> row(PodView pod, Instant now) {
        var status = pod.status();
        var containers = status.getContainerStatusesList();
        var ready = containers.stream().filter(ContainerStatus::getReady).count();
        var restarts = containers.stream().mapToInt(ContainerStatus::getRestartCount).sum();
        return List.of(
                pod.identity().toString(),
                phase(pod),
                ready + "/" + containers.size(),
                Integer.toString(restarts),
                status.getPodIP().isEmpty() ? "-" : status.getPodIP(),
                age(pod, now),
                shortened(why(pod, now)));
    }

    private static String phase(PodView pod) {
        var ending = pod.stage().equals("Terminating") && !isFinal(pod);
        return ending ? "Terminating" : pod.status().getPhase();
    }

    private static boolean isFinal(PodView pod) {
        var phase = pod.status().getPhase();
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    private static String age(PodView pod, Instant now) {
        if (!pod.status().hasStartTime()) {
            return "-";
        }
        var started = Instant.ofEpochSecond(pod.status().getStartTime().getSeconds());
        return text(Duration.between(started, now));
    }

    /// The first wait, or what v1 says of the first container that is not ready.
    private static String why(PodView pod, Instant now) {
        if (isFinal(pod)) {
            return "";
        }
        return pod.waits().stream()
                .findFirst()
                .map(wait -> describe(wait, now))
                .or(() -> waitingContainer(pod))
                .orElse("");
    }

    private static String describe(Wait wait, Instant now) {
        var next =
                wait.nextTry()
                        .map(at -> Duration.between(now, at))
                        .filter(left -> !left.isNegative())
                        .map(left -> ", next try in " + text(left))
                        .orElse("");
        return wait.reason().code() + ": " + wait.reason().message() + next;
    }

    private static Optional<String> waitingContainer(PodView pod) {
        return pod.status().getContainerStatusesList().stream()
                .filter(container -> container.getState().hasWaiting())
                .map(c -> c.getName() + ": " + c.getState().getWaiting().getReason())
                .findFirst();
    }

    private static String text(Duration duration) {
        var seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        return seconds < 3600
                ? seconds / 60 + "m" + seconds % 60 + "s"
                : seconds / 3600 + "h" + seconds % 3600 / 60 + "m";
    }

    private static String shortened(String text) {
        var line = text.replace('\n', ' ');
        return line.length() > WIDEST ? line.substring(0, WIDEST - 1) + "…" : line;
    }

    private static List<String> aligned(List<List<String>> rows) {
        var widths = new int[HEADER.size()];
        for (var row : rows) {
            for (var column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (var column = 0; column < row.size(); column++) {
            var cell = row.get(column);
            line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
