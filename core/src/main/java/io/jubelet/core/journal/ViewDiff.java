package io.jubelet.core.journal;

import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What to say of the difference between two views of a pod. Pure.
final class ViewDiff {
    private ViewDiff() {}

    static List<JournalEntry> between(Optional<PodView> before, PodView after, Instant at) {
        var entries = new ArrayList<JournalEntry>();
        if (!before.map(PodView::stage).equals(Optional.of(after.stage()))) {
            entries.add(new JournalEntry(at, Step.STAGE, after.stage()));
        }
        var old = before.map(PodView::status).orElse(PodStatus.getDefaultInstance());
        var now = after.status();
        if (!old.getPhase().equals(now.getPhase())) {
            entries.add(new JournalEntry(at, Step.STATUS, "phase " + now.getPhase()));
        }
        now.getConditionsList().stream()
                .filter(condition -> !status(old, condition).equals(condition.getStatus()))
                .map(condition -> new JournalEntry(at, Step.STATUS, words(condition)))
                .forEach(entries::add);
        waits(before.map(PodView::waits).orElse(List.of()), after.waits(), at, entries);
        return entries;
    }

    private static void waits(
            List<Wait> before, List<Wait> after, Instant at, List<JournalEntry> entries) {
        var old = before.stream().map(wait -> key(wait.reason())).toList();
        var now = after.stream().map(wait -> key(wait.reason())).toList();
        before.stream()
                .filter(wait -> !now.contains(key(wait.reason())))
                .map(wait -> new JournalEntry(at, Step.WAITED, key(wait.reason())))
                .forEach(entries::add);
        after.stream()
                .filter(wait -> !old.contains(key(wait.reason())))
                .map(
                        wait ->
                                new JournalEntry(
                                        at,
                                        Step.WAITS,
                                        key(wait.reason()) + ": " + wait.reason().message()))
                .forEach(entries::add);
    }

    private static String key(WaitReason reason) {
        return reason instanceof WaitReason.OfContainer of
                ? reason.code() + "(" + of.container() + ")"
                : reason.code();
    }

    private static String status(PodStatus status, PodCondition wanted) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(wanted.getType()))
                .map(PodCondition::getStatus)
                .findFirst()
                .orElse("");
    }

    private static String words(PodCondition condition) {
        var words = condition.getType() + " " + condition.getStatus();
        return condition.getReason().isEmpty() ? words : words + " (" + condition.getReason() + ")";
    }
}
