package io.jubelet.e2e.harness;

import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// A JSON document to ask for values by path; what is not there is an empty text or list.
///
/// Thread: immutable.
public record Json(Optional<Tree> tree) {

    public static Json parse(String text) {
        return new Json(
                Yaml.documents("json", text.getBytes(StandardCharsets.UTF_8)).stream().findFirst());
    }

    /// The value under these keys, one below the other.
    public Json at(String... keys) {
        var here = tree;
        for (var key : keys) {
            here =
                    here.flatMap(
                            tree -> tree instanceof Mapping map ? map.find(key) : Optional.empty());
        }
        return new Json(here);
    }

    public String text(String... keys) {
        return at(keys).tree()
                .map(tree -> tree instanceof Scalar scalar ? scalar.text() : tree.toString())
                .orElse("");
    }

    public List<Json> items(String... keys) {
        return at(keys)
                .tree()
                .map(tree -> tree instanceof Sequence list ? list.items() : List.<Tree>of())
                .orElse(List.of())
                .stream()
                .map(item -> new Json(Optional.of(item)))
                .toList();
    }

    /// The keys of an object.
    public List<String> keys() {
        return tree
                .map(tree -> tree instanceof Mapping map ? map.entries() : List.<Tree.Entry>of())
                .orElse(List.of())
                .stream()
                .map(Tree.Entry::key)
                .toList();
    }

    /// One line per value, in the order of its path: differences are easy to see.
    public List<String> lines() {
        var lines = new TreeMap<String, String>();
        tree.ifPresent(root -> collect(root, "", lines));
        var text = new ArrayList<String>();
        lines.forEach((path, value) -> text.add(path + " = " + value));
        return text;
    }

    private static void collect(Tree tree, String path, TreeMap<String, String> lines) {
        switch (tree) {
            case Scalar scalar -> lines.put(path, scalar.kind() + " " + scalar.text());
            case Mapping mapping -> {
                lines.put(path, "object");
                mapping.entries()
                        .forEach(entry -> collect(entry.value(), path + "." + entry.key(), lines));
            }
            case Sequence sequence -> {
                lines.put(path, "list of " + sequence.items().size());
                for (var index = 0; index < sequence.items().size(); index++) {
                    collect(sequence.items().get(index), path + "[" + index + "]", lines);
                }
            }
        }
    }
}
