package io.jubelet.config.file;

import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Sequence;
import java.util.HashSet;

/// Refuses a drop-in in which a key comes twice; the main file only gets a warning for it.
///
/// Thread: any; pure.
final class DuplicateKeys {
    private DuplicateKeys() {}

    static void refuse(Tree tree) {
        switch (tree) {
            case Mapping mapping -> {
                var seen = new HashSet<String>();
                for (Entry entry : mapping.entries()) {
                    if (!seen.add(entry.key())) {
                        throw new ConfigFileException(
                                entry.mark() + ": key \"" + entry.key() + "\" already set in map");
                    }
                    refuse(entry.value());
                }
            }
            case Sequence sequence -> sequence.items().forEach(DuplicateKeys::refuse);
            case Tree.Scalar _ -> {}
        }
    }
}
