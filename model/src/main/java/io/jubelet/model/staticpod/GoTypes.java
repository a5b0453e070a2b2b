package io.jubelet.model.staticpod;

import io.jubelet.model.staticpod.GoType.Field;
import io.jubelet.model.staticpod.GoType.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The types of the Go kubelet's own pod, by name: those of the table `pod.gotypes`, and what Go's
/// notation makes of them (`*T`, `[]T`, `map[K]T`).
///
/// Thread: immutable after it was read, which happens when the first static pod needs a uid.
final class GoTypes {
    private static final String TABLE = "pod.gotypes";

    private static final class Holder {
        static final GoTypes POD = new GoTypes(read());
    }

    private final Map<String, GoType> table = new HashMap<>();

    private GoTypes(String text) {
        builtIn();
        var fields = new ArrayList<Field>();
        String struct = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("#")) {
                continue;
            }
            if (line.startsWith(" ")) {
                fields.add(field(line));
                continue;
            }
            keep(struct, fields);
            int space = line.indexOf(' ');
            struct = space < 0 ? line : "";
            if (space >= 0) {
                String name = line.substring(0, space);
                table.put(name, made(name, line.substring(space + 1)));
            }
        }
        keep(struct, fields);
    }

    static GoTypes ofPod() {
        return Holder.POD;
    }

    GoType find(String name) {
        GoType known = table.get(name);
        return known != null ? known : made(name, name);
    }

    private void builtIn() {
        table.put("resource.Quantity", new GoType.Amount("resource.Quantity"));
        table.put("intstr.IntOrString", new GoType.NumberOrText("intstr.IntOrString"));
        table.put("v1.Time", new GoType.Time("v1.Time"));
        table.put("v1.FieldsV1", new GoType.Raw("v1.FieldsV1"));
    }

    private void keep(String struct, List<Field> fields) {
        if (!struct.isEmpty()) {
            table.put(struct, new GoType.Struct(struct, fields));
        }
        fields.clear();
    }

    /// The type `name` that is made as `notation` says.
    private static GoType made(String name, String notation) {
        if (notation.startsWith("*")) {
            return new GoType.Pointer(name, notation.substring(1));
        }
        if (notation.startsWith("[]")) {
            return new GoType.Slice(name, notation.substring(2));
        }
        if (notation.startsWith("map[")) {
            return new GoType.Dictionary(name, notation.substring(notation.indexOf(']') + 1));
        }
        return switch (notation) {
            case "string" -> new GoType.Text(name);
            case "bool" -> new GoType.Truth(name);
            case "int32", "int64" -> new GoType.Whole(name);
            default -> throw new IllegalStateException("no Go type " + notation);
        };
    }

    private static Field field(String line) {
        String[] parts = line.substring(1).split(" ", 3);
        String json = parts[1];
        Place place =
                json.equals(".")
                        ? new Place.Inline()
                        : json.startsWith("^")
                                ? new Place.Outer(json.substring(1))
                                : new Place.Named(json);
        return new Field(parts[0], place, parts[2]);
    }

    private static String read() {
        try (var in = GoTypes.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IllegalStateException("no " + TABLE + " beside " + GoTypes.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
