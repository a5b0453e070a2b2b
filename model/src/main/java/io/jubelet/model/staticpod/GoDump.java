package io.jubelet.model.staticpod;

import io.jubelet.api.core.Pod;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Sequence;
import io.jubelet.model.codec.TreeWriter;
import io.jubelet.model.codec.Yaml;
import io.jubelet.model.quantity.Quantity;
import io.jubelet.model.quantity.QuantityDump;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// A pod in the text that the Go kubelet hashes: its own pod in memory, each value with its type.
///
/// ```
///  (*core.Pod){TypeMeta:(v1.TypeMeta){Kind:(string) APIVersion:(string)} ObjectMeta:…
/// ```
///
/// Thread: confined to one dump.
///
/// Upstream: k8s.io/utils/dump ForHash, in the format `%#v` of go-spew. Not the same bytes: a
/// pod whose manifest has times (Go shows the machine's time zone with them) or managed fields, and
/// amounts on pod level that are sums of the containers'.
final class GoDump {
    private static final String NONE = "<nil>";
    private static final String RESOURCES = "core.ResourceRequirements";
    private static final long SECONDS_BEFORE_1970 = 62_135_596_800L;
    private static final int MILLI = -3;

    private final GoTypes types = GoTypes.ofPod();
    private final StringBuilder out = new StringBuilder(8192);

    private GoDump() {}

    /// The dump of a pod with its defaults.
    ///
    /// @param written the manifest it came from
    static String of(Pod defaulted, Tree written) {
        return of(new Spot(tree(defaulted), written));
    }

    /// The dump of a pod of which nobody knows how it was written.
    static String of(Pod defaulted) {
        Tree tree = tree(defaulted);
        return of(new Spot(tree, tree));
    }

    private static String of(Spot pod) {
        GoDump dump = new GoDump();
        dump.show("*core.Pod", pod, pod, true);
        return dump.out.toString();
    }

    private static Tree tree(Pod pod) {
        byte[] json = MessageWriter.toJson(pod).getBytes(StandardCharsets.UTF_8);
        return Yaml.documents("pod", json).getFirst();
    }

    /// @param around the object that the value stands in
    /// @param typed whether the type is shown; items of lists and maps are without
    private void show(String name, Spot value, Spot around, boolean typed) {
        GoType type = types.find(name);
        if (type instanceof GoType.Pointer pointer) {
            pointer(pointer, value, around, typed);
            return;
        }
        if (typed) {
            out.append('(').append(name).append(')');
        }
        bare(type, value, around);
    }

    private void pointer(GoType.Pointer type, Spot value, Spot around, boolean typed) {
        if (typed) {
            out.append('(').append(type.name()).append(')');
        } else if (!value.absent()) {
            out.append("<*>");
        }
        if (value.absent()) {
            out.append(NONE);
        } else {
            bare(types.find(type.to()), value, around);
        }
    }

    private void bare(GoType type, Spot value, Spot around) {
        switch (type) {
            case GoType.Text _ -> out.append(Spot.text(value.filled()));
            case GoType.Whole _ -> out.append(value.absent() ? "0" : Spot.text(value.filled()));
            case GoType.Truth _ -> out.append(value.absent() ? "false" : Spot.text(value.filled()));
            case GoType.Pointer pointer -> pointer(pointer, value, around, false);
            case GoType.Slice slice -> slice(slice, value, around);
            case GoType.Dictionary map -> dictionary(map, value, around);
            case GoType.Struct struct -> struct(struct, value, around);
            case GoType.Amount _ -> amount(value, false);
            case GoType.NumberOrText _ -> numberOrText(value.filled());
            case GoType.Time _ -> time(Spot.text(value.filled()));
            case GoType.Raw _ -> raw(value.filled());
        }
    }

    private void struct(GoType.Struct struct, Spot value, Spot around) {
        // What is only limited is asked for in the same words.
        Spot here =
                struct.name().equals(RESOURCES) ? value.completing("requests", "limits") : value;
        String before = "{";
        for (GoType.Field field : struct.fields()) {
            out.append(before).append(field.name()).append(':');
            Spot found =
                    switch (field.json()) {
                        case GoType.Place.Named(String name) -> here.at(name);
                        case GoType.Place.Outer(String name) -> around.at(name);
                        case GoType.Place.Inline() -> here;
                    };
            show(field.type(), found, here, true);
            before = " ";
        }
        out.append('}');
    }

    private void slice(GoType.Slice slice, Spot value, Spot around) {
        if (!(value.filled() instanceof Sequence(List<Tree> items, _)) || items.isEmpty()) {
            out.append(value.written() instanceof Sequence ? "[]" : NONE);
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            out.append(i == 0 ? '[' : ' ');
            show(slice.of(), value.at(i), around, false);
        }
        out.append(']');
    }

    private void dictionary(GoType.Dictionary map, Spot value, Spot around) {
        if (!(value.filled() instanceof Mapping(List<Tree.Entry> entries, _))
                || entries.isEmpty()) {
            out.append(value.written() instanceof Mapping ? "map[]" : NONE);
            return;
        }
        boolean amounts = types.find(map.of()) instanceof GoType.Amount;
        String before = "map[";
        var names =
                entries.stream()
                        .map(Tree.Entry::key)
                        .sorted(
                                Comparator.comparing(
                                        name -> name.getBytes(StandardCharsets.UTF_8),
                                        Arrays::compareUnsigned))
                        .toList();
        for (String name : names) {
            out.append(before).append(name).append(':');
            if (amounts) {
                amount(value.at(name), true);
            } else {
                show(map.of(), value.at(name), around, false);
            }
            before = " ";
        }
        out.append(']');
    }

    /// The amount as it was written, for Go remembers the number as it stood there.
    ///
    /// @param listed whether it stands in a list of resources, where amounts are rounded
    private void amount(Spot value, boolean listed) {
        if (value.absent() || (!listed && value.written().isNull())) {
            out.append(QuantityDump.ofNothing());
            return;
        }
        Quantity filled = Quantity.parse(Spot.text(value.filled()));
        out.append(
                Quantity.tryParse(Spot.text(value.written()).strip())
                        .map(written -> listed ? written.roundUp(MILLI) : written)
                        .filter(filled::equals)
                        .map(QuantityDump::of)
                        .orElseGet(() -> QuantityDump.ofComputed(filled)));
    }

    private void numberOrText(Tree port) {
        boolean named = port instanceof Tree.Scalar scalar && scalar.kind() == Tree.Kind.STRING;
        String text = Spot.text(port);
        out.append("{Type:(intstr.Type)").append(named ? '1' : '0');
        out.append(" IntVal:(int32)").append(named || text.isEmpty() ? "0" : text);
        out.append(" StrVal:(string)").append(named ? text : "").append('}');
    }

    private void time(String text) {
        Instant time = text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
        long seconds = text.isEmpty() ? 0 : time.getEpochSecond() + SECONDS_BEFORE_1970;
        out.append("{Time:(time.Time){wall:(uint64)").append(time.getNano());
        out.append(" ext:(int64)").append(seconds);
        out.append(" loc:(*time.Location)").append(NONE).append("}}");
    }

    private void raw(Tree json) {
        byte[] bytes = TreeWriter.toJson(json).getBytes(StandardCharsets.UTF_8);
        String before = "{Raw:([]uint8)[";
        for (byte b : bytes) {
            out.append(before).append(b & 0xff);
            before = " ";
        }
        out.append("]}");
    }
}
