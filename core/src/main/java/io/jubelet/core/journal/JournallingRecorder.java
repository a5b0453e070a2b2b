package io.jubelet.core.journal;

import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.event.EventType;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;

/// Writes into a pod's journal what people are told of it as an event.
///
/// Thread: any.
public final class JournallingRecorder implements EventRecorder {
    private final EventRecorder people;
    private final PodJournal journal;

    public JournallingRecorder(EventRecorder people, PodJournal journal) {
        this.people = people;
        this.journal = journal;
    }

    @Override
    public void record(EventSubject subject, EventType type, String reason, String message) {
        people.record(subject, type, reason, message);
        if (subject.kind().equals("Pod")) {
            journal.note(
                    new PodIdentity(subject.namespace(), subject.name(), new PodUid(subject.uid())),
                    Step.EVENT,
                    reason + ": " + message);
        }
    }
}
