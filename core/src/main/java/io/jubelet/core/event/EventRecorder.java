package io.jubelet.core.event;

/// Who is told what happened to a pod or the node. Never blocks and never throws: an event is a
/// courtesy.
///
/// A message holds no secret and no output of a user's program.
///
/// Thread: any.
@FunctionalInterface
public interface EventRecorder {
    /// Nobody listens.
    EventRecorder NONE = (subject, type, reason, message) -> {};

    /// @param reason one of upstream's words, such as `Started`
    void record(EventSubject subject, EventType type, String reason, String message);

    default void normal(EventSubject subject, String reason, String message) {
        record(subject, EventType.NORMAL, reason, message);
    }

    default void warning(EventSubject subject, String reason, String message) {
        record(subject, EventType.WARNING, reason, message);
    }
}
