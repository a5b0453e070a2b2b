package io.jubelet.sim.cluster;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Patch;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.Mark;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Applies a patch to an object, on its JSON.
///
/// Of the strategic merge's directives it knows `$patch: delete`, `$patch: replace`,
/// `$setElementOrder`, `$retainKeys` and `$deleteFromPrimitiveList`.
///
/// Thread: any; pure.
/// Upstream: apimachinery/pkg/util/strategicpatch.
public final class MergePatch {
    private static final Mark NOWHERE = new Mark("patch", 0, 0);

    private final boolean strategic;

    private MergePatch(boolean strategic) {
        this.strategic = strategic;
    }

    public static <T extends Message> T apply(ApiResource<T> resource, T object, Patch patch) {
        try {
            var merge = new MergePatch(patch.kind() == Patch.Kind.STRATEGIC_MERGE);
            var before = parse(MessageWriter.toJson(object));
            var change = parse(patch.json());
            var merged = merge.objects(before, change, resource.blank().getDescriptorForType());
            return MessageReader.read(merged, resource.blank(), Strictness.LENIENT).message();
        } catch (DecodeException problem) {
            throw ApiErrors.invalid(String.valueOf(problem.getMessage()));
        }
    }

    private static Mapping parse(String json) {
        var documents = Yaml.documents("patch", json.getBytes(StandardCharsets.UTF_8));
        if (documents.size() == 1 && documents.getFirst() instanceof Mapping mapping) {
            return mapping;
        }
        throw ApiErrors.invalid("a patch is one JSON object");
    }

    private Mapping objects(Mapping before, Mapping change, @Nullable Descriptor type) {
        if (strategic && change.text("$patch").equals(Optional.of("replace"))) {
            return withoutDirectives(change);
        }
        var merged = new LinkedHashMap<String, Entry>();
        before.entries().forEach(entry -> merged.put(entry.key(), entry));
        retain(change, merged);
        for (var entry : change.entries()) {
            if (strategic && entry.key().startsWith("$")) {
                deleteValues(entry, merged);
            } else if (entry.value().isNull()) {
                merged.remove(entry.key());
            } else {
                merged.put(entry.key(), mergedField(merged, change, entry, type));
            }
        }
        return new Mapping(List.copyOf(merged.values()), before.mark());
    }

    private Entry mergedField(
            Map<String, Entry> merged, Mapping change, Entry entry, @Nullable Descriptor type) {
        var old = merged.get(entry.key());
        var field = type == null ? null : type.findFieldByName(entry.key());
        var inner = messageOf(field);
        var value =
                switch (entry.value()) {
                    case Mapping mapping ->
                            objects(
                                    old != null && old.value() instanceof Mapping known
                                            ? known
                                            : new Mapping(List.of(), mapping.mark()),
                                    mapping,
                                    inner);
                    case Sequence list -> lists(old, list, change, entry.key(), type, inner);
                    case Scalar scalar -> scalar;
                };
        return new Entry(entry.key(), entry.mark(), value);
    }

    private static @Nullable Descriptor messageOf(@Nullable FieldDescriptor field) {
        return field != null
                        && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                        && !field.isMapField()
                ? field.getMessageType()
                : null;
    }

    private Sequence lists(
            @Nullable Entry old,
            Sequence list,
            Mapping change,
            String name,
            @Nullable Descriptor type,
            @Nullable Descriptor inner) {
        var key =
                strategic && type != null
                        ? MergeKeys.of(type.getName(), name)
                        : Optional.<String>empty();
        var before = old != null && old.value() instanceof Sequence known ? known.items() : null;
        if (key.isEmpty()) {
            return list;
        }
        List<Tree> start = before == null ? List.of() : before;
        var merged =
                key.get().equals(MergeKeys.VALUES)
                        ? values(start, list)
                        : keyed(start, list, key.get(), inner);
        return new Sequence(ordered(merged, change, name, key.get()), list.mark());
    }

    private static List<Tree> values(List<Tree> before, Sequence added) {
        var merged = new ArrayList<>(before);
        added.items().stream()
                .filter(item -> merged.stream().noneMatch(has -> text(has).equals(text(item))))
                .forEach(merged::add);
        return merged;
    }

    private List<Tree> keyed(
            List<Tree> before, Sequence list, String key, @Nullable Descriptor inner) {
        var merged = new LinkedHashMap<String, Tree>();
        // Wherever in the list it stands, it means all of the list.
        if (list.items().stream().noneMatch(item -> replaces(item, key))) {
            before.forEach(item -> merged.put(keyOf(item, key), item));
        }
        for (var item : list.items()) {
            if (!(item instanceof Mapping mapping)) {
                throw ApiErrors.invalid("a list with a merge key holds objects");
            }
            var directive = mapping.text("$patch").orElse("");
            var name = keyOf(item, key);
            if (replaces(item, key)) {
                continue;
            }
            if (directive.equals("delete")) {
                merged.remove(name);
            } else {
                var known =
                        merged.get(name) instanceof Mapping old
                                ? old
                                : new Mapping(List.of(), mapping.mark());
                merged.put(name, objects(known, mapping, inner));
            }
        }
        return List.copyOf(merged.values());
    }

    private static boolean replaces(Tree item, String key) {
        return item instanceof Mapping mapping
                && mapping.text("$patch").equals(Optional.of("replace"))
                && keyOf(item, key).isEmpty();
    }

    /// What the order names comes in that order; what it does not name stays behind what it
    /// followed, which is near enough to upstream for lists that only one writer orders.
    private static List<Tree> ordered(List<Tree> items, Mapping change, String name, String key) {
        if (!(change.find("$setElementOrder/" + name).orElse(null) instanceof Sequence order)) {
            return items;
        }
        var wanted = order.items().stream().map(item -> keyOf(item, key)).toList();
        var result = new ArrayList<Tree>();
        for (var item : wanted) {
            items.stream().filter(has -> keyOf(has, key).equals(item)).forEach(result::add);
        }
        items.stream().filter(has -> !wanted.contains(keyOf(has, key))).forEach(result::add);
        return result;
    }

    private void retain(Mapping change, Map<String, Entry> merged) {
        if (strategic && change.find("$retainKeys").orElse(null) instanceof Sequence kept) {
            var names = kept.items().stream().map(MergePatch::text).toList();
            merged.keySet().retainAll(names);
        }
    }

    private static void deleteValues(Entry entry, Map<String, Entry> merged) {
        var prefix = "$deleteFromPrimitiveList/";
        if (entry.key().startsWith(prefix) && entry.value() instanceof Sequence gone) {
            var name = entry.key().substring(prefix.length());
            var old = merged.get(name);
            if (old != null && old.value() instanceof Sequence list) {
                var texts = gone.items().stream().map(MergePatch::text).toList();
                var left = list.items().stream().filter(i -> !texts.contains(text(i))).toList();
                merged.put(name, new Entry(name, old.mark(), new Sequence(left, list.mark())));
            }
        }
    }

    private static Mapping withoutDirectives(Mapping change) {
        var left = change.entries().stream().filter(e -> !e.key().startsWith("$")).toList();
        return new Mapping(left, NOWHERE);
    }

    private static String keyOf(Tree item, String key) {
        if (key.equals(MergeKeys.VALUES)) {
            return text(item);
        }
        return item instanceof Mapping mapping
                ? mapping.find(key).map(MergePatch::text).orElse("")
                : "";
    }

    private static String text(Tree tree) {
        return tree instanceof Scalar scalar ? scalar.text() : "";
    }
}
