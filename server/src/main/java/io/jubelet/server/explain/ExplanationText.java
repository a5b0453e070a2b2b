package io.jubelet.server.explain;

import io.jubelet.core.journal.Step;
import io.jubelet.log.GoText;
import io.jubelet.server.explain.Explanation.ContainerStory;
import io.jubelet.server.explain.Explanation.Obstacle;
import io.jubelet.server.explain.Explanation.PodStory;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.StringJoiner;

/// An explanation for people.
///
/// Thread: any; a new one for each text.
final class ExplanationText {
    private final StringBuilder text = new StringBuilder();
    private final Instant now;

    private ExplanationText(Instant now) {
        this.now = now;
    }

    static String of(Explanation explanation) {
        var writer = new ExplanationText(explanation.at());
        explanation.node().forEach(obstacle -> writer.obstacle("node: ", obstacle));
        explanation.manifests().forEach(manifest -> writer.manifest(manifest));
        explanation.pods().forEach(writer::pod);
        explanation.past().forEach(writer::past);
        if (explanation.pods().size() > 1) {
            writer.summary(explanation);
        }
        return writer.text.toString();
    }

    private void manifest(Explanation.Manifest manifest) {
        line("manifest " + manifest.path() + ": " + manifest.reason());
    }

    private void pod(PodStory pod) {
        line(
                "pod %s/%s %s (%s since %s)"
                        .formatted(
                                pod.namespace(),
                                pod.name(),
                                pod.verdict().words(),
                                pod.stage(),
                                ago(pod.since())));
        pod.ended().ifPresent(why -> line("  " + why));
        if (pod.verdict() == Explanation.Verdict.READY) {
            return;
        }
        pod.obstacles().forEach(obstacle -> obstacle("  ", obstacle));
        pod.containers().forEach(this::container);
    }

    private void past(Explanation.Past past) {
        if (past.gone()) {
            line("pod %s/%s is gone".formatted(past.pod().namespace(), past.pod().name()));
        }
        if (!past.start().isEmpty()) {
            var parts = new StringJoiner(", ");
            past.start().forEach(it -> parts.add(it.name() + " " + GoText.duration(it.took())));
            line("  its start: " + parts);
        }
        line("  what happened:");
        past.entries()
                .forEach(
                        entry ->
                                line(
                                        "    %s %s %s"
                                                .formatted(
                                                        entry.at().truncatedTo(ChronoUnit.MILLIS),
                                                        words(entry.step()),
                                                        entry.detail())));
    }

    private static String words(Step step) {
        return switch (step) {
            case SEEN -> "seen:";
            case ADMITTED -> "admitted";
            case PLANNED -> "decided:";
            case EVENT -> "event";
            case STAGE -> "stage:";
            case STATUS -> "status:";
            case WAITS -> "waits for";
            case WAITED -> "no longer waits for";
            case WRITTEN -> "told:";
            case GONE -> "gone:";
        };
    }

    private void obstacle(String indent, Obstacle obstacle) {
        line(indent + obstacle.code() + ": " + obstacle.message());
        var facts = new StringBuilder(" ".repeat(indent.isBlank() ? indent.length() + 4 : 4));
        obstacle.since().ifPresent(since -> facts.append("since ").append(ago(since)).append("; "));
        obstacle.nextTry()
                .ifPresent(next -> facts.append("next at ").append(in(next)).append("; "));
        line(facts.append("ends with ").append(obstacle.unblockedBy()).toString());
    }

    private void container(ContainerStory container) {
        var words = new StringBuilder("  container " + container.name() + ": " + container.state());
        container.since().ifPresent(since -> words.append(" since ").append(ago(since)));
        if (container.state().equals("running")) {
            words.append(container.ready() ? ", ready" : ", not ready");
        }
        if (container.restarts() > 0) {
            words.append(", restarted ").append(container.restarts()).append("×");
        }
        container
                .lastEnd()
                .ifPresent(
                        end -> {
                            words.append("; last ended with code ").append(end.code());
                            if (!end.reason().isEmpty()) {
                                words.append(" (").append(end.reason()).append(")");
                            }
                            end.at().ifPresent(at -> words.append(" at ").append(ago(at)));
                        });
        line(words.toString());
    }

    private void summary(Explanation explanation) {
        var pods = explanation.pods();
        var well = pods.stream().filter(pod -> pod.verdict().well()).count();
        line("%d pods, %d of them ready or done".formatted(pods.size(), well));
    }

    private String ago(Instant then) {
        return moment(then) + " (" + span(Duration.between(then, now)) + " ago)";
    }

    private String in(Instant then) {
        return then.isBefore(now)
                ? moment(then) + " (now)"
                : moment(then) + " (in " + span(Duration.between(now, then)) + ")";
    }

    private static String moment(Instant then) {
        return then.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String span(Duration span) {
        var seconds = span.isNegative() ? Duration.ZERO : span.truncatedTo(ChronoUnit.SECONDS);
        return GoText.duration(seconds);
    }

    /// What the messages of others hold may not break the shape of ours.
    private void line(String words) {
        text.append(words.replace('\n', ' ').replace('\r', ' ')).append('\n');
    }
}
