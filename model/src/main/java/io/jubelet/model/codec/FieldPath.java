package io.jubelet.model.codec;

import java.util.ArrayList;
import java.util.List;

/// The way from the root to the value being read, in the two spellings upstream's messages use.
///
/// Thread: confined to one reading.
///
/// Upstream: sigs.k8s.io/json strictFieldStack (`spec.containers[0].foo`) and errorContext
/// (`spec.containers.livenessProbe.ProbeHandler.exec`).
final class FieldPath {

    private enum Step {
        FIELD,
        EMBEDDED,
        KEY,
        INDEX
    }

    private record Segment(Step step, String owner, String text) {}

    private final List<Segment> segments = new ArrayList<>();

    /// Where to return to with [#truncate].
    int length() {
        return segments.size();
    }

    void truncate(int length) {
        while (segments.size() > length) {
            segments.removeLast();
        }
    }

    void field(String owner, String name) {
        segments.add(new Segment(Step.FIELD, owner, name));
    }

    void embedded(String type) {
        segments.add(new Segment(Step.EMBEDDED, "", type));
    }

    void key(String key) {
        segments.add(new Segment(Step.KEY, "", key));
    }

    void index(int index) {
        segments.add(new Segment(Step.INDEX, "", Integer.toString(index)));
    }

    /// With indexes and map keys, without embedded types.
    String dotted() {
        var text = new StringBuilder();
        for (Segment segment : segments) {
            switch (segment.step()) {
                case FIELD, KEY -> {
                    if (!text.isEmpty()) {
                        text.append('.');
                    }
                    text.append(segment.text());
                }
                case INDEX -> text.append('[').append(segment.text()).append(']');
                case EMBEDDED -> {}
            }
        }
        return text.toString();
    }

    String dotted(String last) {
        String start = dotted();
        return start.isEmpty() ? last : start + "." + last;
    }

    /// The message that has the innermost field.
    String owner() {
        return segments.reversed().stream()
                .filter(segment -> segment.step() == Step.FIELD)
                .map(Segment::owner)
                .findFirst()
                .orElse("");
    }

    /// Field names and embedded types only, as Go's type errors have it.
    String fieldsOnly() {
        return String.join(
                ".",
                segments.stream()
                        .filter(s -> s.step() == Step.FIELD || s.step() == Step.EMBEDDED)
                        .map(Segment::text)
                        .toList());
    }
}
