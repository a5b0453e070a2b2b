package io.jubelet.model.codec;

import com.google.protobuf.Message;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The smallest strategic merge patch that makes one object of another.
///
/// Lists whose key is known are merged by it, item by item; all others are replaced as a whole.
///
/// Thread: any; pure.
///
/// Upstream: apimachinery util/strategicpatch CreateTwoWayMergePatch.
public final class StrategicPatch {
    private static final Mark NOWHERE = new Mark("", 0, 0);
    private static final Tree NULL = new Scalar(Kind.NULL, "null", NOWHERE);

    private final Map<String, String> mergeKeys;

    private StrategicPatch(Map<String, String> mergeKeys) {
        this.mergeKeys = mergeKeys;
    }

    /// The patch as JSON; empty when the two are the same.
    ///
    /// @param mergeKeys from the path of a list, such as `status.conditions`, to the field that
    ///     tells its items apart
    public static Optional<String> between(
            Message old, Message newest, Map<String, String> mergeKeys) {
        return new StrategicPatch(mergeKeys)
                .objects("", object(old), object(newest))
                .map(TreeWriter::toJson);
    }

    private static Mapping object(Message message) {
        var tree = JsonTree.parse("object", MessageWriter.toJson(message));
        return tree instanceof Mapping mapping ? mapping : new Mapping(List.of(), NOWHERE);
    }

    private Optional<Mapping> objects(String path, Mapping old, Mapping newest) {
        var changes = new ArrayList<Entry>();
        for (var entry : newest.entries()) {
            var key = entry.key();
            var before = old.find(key);
            var at = path.isEmpty() ? key : path + "." + key;
            if (before.isEmpty()) {
                changes.add(change(key, entry.value()));
                if (entry.value() instanceof Sequence list && mergeKeys.containsKey(at)) {
                    changes.add(order(key, at, list));
                }
            } else {
                changes.addAll(values(key, at, before.get(), entry.value()));
            }
        }
        for (var entry : old.entries()) {
            if (newest.find(entry.key()).isEmpty()) {
                changes.add(change(entry.key(), NULL));
            }
        }
        return changes.isEmpty() ? Optional.empty() : Optional.of(new Mapping(changes, NOWHERE));
    }

    private List<Entry> values(String key, String at, Tree old, Tree newest) {
        if (same(old, newest)) {
            return List.of();
        }
        if (old instanceof Mapping before && newest instanceof Mapping after) {
            return objects(at, before, after)
                    .map(diff -> List.of(change(key, diff)))
                    .orElse(List.of());
        }
        if (old instanceof Sequence before
                && newest instanceof Sequence after
                && mergeKeys.containsKey(at)) {
            return lists(key, at, before, after);
        }
        return List.of(change(key, newest));
    }

    private List<Entry> lists(String key, String at, Sequence old, Sequence newest) {
        var items = new ArrayList<Tree>();
        for (var item : newest.items()) {
            var mark = mark(at, item);
            var before = find(old, at, mark);
            if (before.isEmpty()) {
                items.add(item);
            } else {
                objects(at, before.get(), (Mapping) item)
                        .ifPresent(diff -> items.add(with(diff, mergeKey(at), mark)));
            }
        }
        for (var item : old.items()) {
            var mark = mark(at, item);
            if (find(newest, at, mark).isEmpty()) {
                var delete = change("$patch", text("delete"));
                items.add(with(new Mapping(List.of(delete), NOWHERE), mergeKey(at), mark));
            }
        }
        var changes = new ArrayList<Entry>();
        if (!items.isEmpty()) {
            changes.add(change(key, new Sequence(items, NOWHERE)));
        }
        changes.add(order(key, at, newest));
        return changes;
    }

    private Entry order(String key, String at, Sequence list) {
        var marks = new LinkedHashSet<String>();
        list.items().forEach(item -> marks.add(mark(at, item)));
        var items =
                marks.stream()
                        .<Tree>map(
                                mark -> with(new Mapping(List.of(), NOWHERE), mergeKey(at), mark))
                        .toList();
        return change("$setElementOrder/" + key, new Sequence(items, NOWHERE));
    }

    private String mergeKey(String at) {
        return mergeKeys.getOrDefault(at, "");
    }

    private String mark(String at, Tree item) {
        return item instanceof Mapping mapping ? mapping.text(mergeKey(at)).orElse("") : "";
    }

    private Optional<Mapping> find(Sequence list, String at, String mark) {
        return list.items().stream()
                .filter(item -> mark(at, item).equals(mark))
                .filter(Mapping.class::isInstance)
                .map(Mapping.class::cast)
                .findFirst();
    }

    private static Mapping with(Mapping mapping, String key, String value) {
        var entries = new ArrayList<>(mapping.entries());
        entries.add(change(key, text(value)));
        return new Mapping(entries, NOWHERE);
    }

    private static Entry change(String key, Tree value) {
        return new Entry(key, NOWHERE, value);
    }

    private static Scalar text(String value) {
        return new Scalar(Kind.STRING, value, NOWHERE);
    }

    /// Where something stands in the text is of no matter.
    private static boolean same(Tree one, Tree other) {
        return TreeWriter.toJson(one).equals(TreeWriter.toJson(other));
    }
}
