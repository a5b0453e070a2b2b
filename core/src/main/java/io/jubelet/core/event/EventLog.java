package io.jubelet.core.event;

import io.jubelet.log.Log;

/// Events as lines of the log, which is all that an agent without an API server does with them.
///
/// Thread: any.
/// Upstream: client-go tools/record/event.go StartStructuredLogging, with verbosity 3.
public final class EventLog implements EventRecorder {
    private static final Log LOG = Log.of(EventLog.class);
    private static final int VERBOSITY = 3;

    @Override
    public void record(EventSubject subject, EventType type, String reason, String message) {
        write(subject, type, reason, message);
    }

    static void write(EventSubject subject, EventType type, String reason, String message) {
        LOG.v(VERBOSITY)
                .info(
                        "Event occurred",
                        "object",
                        subject.namespace() + "/" + subject.name(),
                        "fieldPath",
                        subject.fieldPath(),
                        "kind",
                        subject.kind(),
                        "apiVersion",
                        subject.apiVersion(),
                        "type",
                        type.text(),
                        "reason",
                        reason,
                        "message",
                        message);
    }
}
