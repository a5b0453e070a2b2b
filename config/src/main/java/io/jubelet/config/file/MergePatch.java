package io.jubelet.config.file;

import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lays one document over another: mappings merge key by key, `null` takes a key away, anything
/// else replaces what was there.
///
/// Every value keeps its mark, so that a fault in the result still names the drop-in and its line.
///
/// Thread: any; pure.
///
/// Upstream: RFC 7396 by way of json-patch MergePatch.
final class MergePatch {
    private MergePatch() {}

    static Mapping apply(Mapping target, Mapping patch) {
        Map<String, Entry> result = new LinkedHashMap<>();
        target.entries().forEach(entry -> result.put(entry.key(), entry));
        for (Entry entry : patch.entries()) {
            if (entry.value().isNull()) {
                result.remove(entry.key());
            } else {
                Optional<Tree> old = Optional.ofNullable(result.get(entry.key())).map(Entry::value);
                Tree value = merged(old, entry.value());
                result.put(entry.key(), new Entry(entry.key(), entry.mark(), value));
            }
        }
        return new Mapping(new ArrayList<>(result.values()), patch.mark());
    }

    private static Tree merged(Optional<Tree> old, Tree patch) {
        if (!(patch instanceof Mapping change)) {
            return patch;
        }
        return old.filter(Mapping.class::isInstance)
                .map(Mapping.class::cast)
                .map(target -> apply(target, change))
                // Nothing to merge with: the patch itself, without its nulls.
                .orElseGet(() -> apply(new Mapping(List.of(), change.mark()), change));
    }
}
