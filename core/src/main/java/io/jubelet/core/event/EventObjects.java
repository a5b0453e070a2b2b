package io.jubelet.core.event;

import io.jubelet.api.core.Event;
import io.jubelet.api.core.EventSource;
import io.jubelet.api.core.ObjectReference;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Time;
import java.time.Instant;

/// Events as v1 objects. Pure.
///
/// Upstream: client-go tools/record/event.go makeEvent, generateEvent.
final class EventObjects {
    /// Who says so: drop-in for the kubelet, also to whoever filters events by their source.
    static final String COMPONENT = "kubelet";

    /// Where events about what is in no namespace go.
    private static final String DEFAULT_NAMESPACE = "default";

    private EventObjects() {}

    static Event of(
            EventSubject subject,
            EventType type,
            String reason,
            String message,
            String node,
            Instant now) {
        var namespace = subject.namespace().isEmpty() ? DEFAULT_NAMESPACE : subject.namespace();
        return Event.newBuilder()
                .setMetadata(
                        ObjectMeta.newBuilder()
                                .setName(name(subject.name(), now))
                                .setNamespace(namespace))
                .setInvolvedObject(reference(subject))
                .setReason(reason)
                .setMessage(message)
                .setSource(EventSource.newBuilder().setComponent(COMPONENT).setHost(node))
                .setFirstTimestamp(time(now))
                .setLastTimestamp(time(now))
                .setCount(1)
                .setType(type.text())
                .setReportingComponent(COMPONENT)
                .setReportingInstance(node)
                .build();
    }

    /// The object's name and the moment in hexadecimal nanoseconds.
    static String name(String object, Instant now) {
        var nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        return object + "." + Long.toHexString(nanos);
    }

    /// Whole seconds, as v1 writes times.
    static Time time(Instant instant) {
        return Time.newBuilder().setSeconds(instant.getEpochSecond()).build();
    }

    private static ObjectReference reference(EventSubject subject) {
        var reference = ObjectReference.newBuilder().setKind(subject.kind());
        if (!subject.namespace().isEmpty()) {
            reference.setNamespace(subject.namespace());
        }
        reference.setName(subject.name()).setUid(subject.uid());
        if (!subject.apiVersion().isEmpty()) {
            reference.setApiVersion(subject.apiVersion());
        }
        if (!subject.resourceVersion().isEmpty()) {
            reference.setResourceVersion(subject.resourceVersion());
        }
        if (!subject.fieldPath().isEmpty()) {
            reference.setFieldPath(subject.fieldPath());
        }
        return reference.build();
    }
}
