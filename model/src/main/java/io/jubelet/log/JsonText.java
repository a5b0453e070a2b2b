package io.jubelet.log;

import java.lang.reflect.Array;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes any logged value as JSON.
///
/// Thread: stateless. Upstream: what `encoding/json` and zap make of logged values.
final class JsonText {
    private JsonText() {}

    static void append(StringBuilder out, @Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case Boolean flag -> out.append(flag.booleanValue());
            case Double number -> appendDouble(out, number);
            case Float number -> appendDouble(out, number.doubleValue());
            case Number number -> out.append(number);
            case Optional<?> optional -> append(out, optional.orElse(null));
            case Duration duration -> appendString(out, GoText.duration(duration));
            case ObjectRef ref -> appendRef(out, ref);
            case Map<?, ?> map -> appendMap(out, map);
            // Not every Iterable: a Path, for one, iterates over paths without end.
            case Collection<?> items -> appendItems(out, items);
            case Throwable failure -> appendString(out, Failures.describe(failure));
            default -> appendOther(out, value);
        }
    }

    private static void appendOther(StringBuilder out, Object value) {
        if (!value.getClass().isArray()) {
            appendString(out, Values.text(value));
            return;
        }
        out.append('[');
        for (int i = 0; i < Array.getLength(value); i++) {
            out.append(i == 0 ? "" : ",");
            append(out, Array.get(value, i));
        }
        out.append(']');
    }

    private static void appendDouble(StringBuilder out, double number) {
        if (Double.isFinite(number)) {
            boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
            out.append(whole ? Long.toString((long) number) : Double.toString(number));
        } else {
            out.append('"').append(number).append('"');
        }
    }

    private static void appendRef(StringBuilder out, ObjectRef ref) {
        out.append("{\"name\":");
        appendString(out, ref.name());
        if (!ref.namespace().isEmpty()) {
            out.append(",\"namespace\":");
            appendString(out, ref.namespace());
        }
        out.append('}');
    }

    private static void appendMap(StringBuilder out, Map<?, ?> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            appendString(out, String.valueOf(entry.getKey()));
            out.append(':');
            append(out, entry.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private static void appendItems(StringBuilder out, Collection<?> items) {
        out.append('[');
        String separator = "";
        for (Object item : items) {
            out.append(separator);
            append(out, item);
            separator = ",";
        }
        out.append(']');
    }

    static void appendString(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u");
                        GoText.appendHex(out, c, 4);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
