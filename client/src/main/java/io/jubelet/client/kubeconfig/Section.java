package io.jubelet.client.kubeconfig;

import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// One mapping of a kubeconfig, read field by field; a field of the wrong type is an error that
/// names it by its path.
///
/// Thread: immutable.
record Section(String path, Mapping mapping) {
    static Section of(String path, Tree tree) {
        if (tree instanceof Mapping mapping) {
            return new Section(path, mapping);
        }
        throw new KubeconfigException(path + " is " + tree.shape() + ", not an object");
    }

    private Optional<Tree> present(String key) {
        return mapping.find(key).filter(value -> !value.isNull());
    }

    /// The text at `key`; empty if there is none.
    String text(String key) {
        return present(key).map(value -> text(at(key), value)).orElse("");
    }

    private static String text(String path, Tree value) {
        if (value instanceof Scalar(Kind kind, String text, var _) && kind == Kind.STRING) {
            return text;
        }
        throw new KubeconfigException(path + " is " + value.shape() + ", not a string");
    }

    boolean flag(String key) {
        return present(key)
                .map(
                        value -> {
                            if (value instanceof Scalar(Kind kind, String text, var _)
                                    && kind == Kind.BOOL) {
                                return text.equals("true");
                            }
                            throw new KubeconfigException(
                                    at(key) + " is " + value.shape() + ", not a bool");
                        })
                .orElse(false);
    }

    /// Base 64, as the format keeps bytes; empty if there are none.
    Optional<byte[]> bytes(String key) {
        var text = text(key);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            var packed = text.replace("\n", "").replace("\r", "").strip();
            return Optional.of(Base64.getDecoder().decode(packed));
        } catch (IllegalArgumentException failure) {
            throw new KubeconfigException(at(key) + " is not base 64", failure);
        }
    }

    Optional<Section> section(String key) {
        return present(key).map(value -> of(at(key), value));
    }

    List<Section> sections(String key) {
        var found = new ArrayList<Section>();
        for (Tree item : items(key)) {
            found.add(of(at(key) + "[" + found.size() + "]", item));
        }
        return found;
    }

    List<String> texts(String key) {
        var found = new ArrayList<String>();
        for (Tree item : items(key)) {
            found.add(text(at(key) + "[" + found.size() + "]", item));
        }
        return found;
    }

    private List<Tree> items(String key) {
        return present(key)
                .map(
                        value -> {
                            if (value instanceof Sequence sequence) {
                                return sequence.items();
                            }
                            throw new KubeconfigException(
                                    at(key) + " is " + value.shape() + ", not a list");
                        })
                .orElse(List.of());
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
