package io.jubelet.core.testing;

import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.event.EventType;
import java.util.ArrayList;
import java.util.List;

/// Keeps what people were told, as `Normal Started Container started`.
public final class ToldEvents implements EventRecorder {
    private final List<Told> told = new ArrayList<>();

    private record Told(String fieldPath, String line) {}

    @Override
    public void record(EventSubject subject, EventType type, String reason, String message) {
        told.add(new Told(subject.fieldPath(), type.text() + " " + reason + " " + message));
    }

    /// The lines about that part of the object; of the whole if it is empty.
    public List<String> lines(String fieldPath) {
        return told.stream()
                .filter(it -> it.fieldPath().equals(fieldPath))
                .map(Told::line)
                .toList();
    }
}
