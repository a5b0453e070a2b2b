package io.jubelet.core.users;

import io.jubelet.core.runtime.IdRange;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A pod's ids as the file `pods/<uid>/userns` has them, which the Go kubelet reads too. Pure.
///
/// Upstream: userns_manager.go userNamespace, parseUserNsFileAndRecord.
final class MappingText {
    private static final String INVALID = "invalid user namespace configuration: ";

    private MappingText() {}

    static String of(IdRange range) {
        var mapping =
                "[{\"hostId\":%d,\"containerId\":0,\"length\":%d}]"
                        .formatted(range.first(), range.length());
        return "{\"uidMappings\":%s,\"gidMappings\":%s}".formatted(mapping, mapping);
    }

    private record Mapping(long host, long container, long length) {}

    /// Throws [IllegalArgumentException] when it says anything that no kubelet would have written.
    static IdRange parse(String text) {
        var root = root(text);
        var users = mappings(root, "uidMappings");
        var groups = mappings(root, "gidMappings");
        require(users.size() == 1, "no more than one mapping allowed.");
        require(users.equals(groups), "GID and UID mapping should be identical");
        var mapping = users.getFirst();
        require(mapping.container() == 0, "UID 0 must be mapped");
        return new IdRange(mapping.host(), mapping.length());
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(INVALID + rule);
        }
    }

    private static Tree.Mapping root(String text) {
        try {
            var documents = Yaml.documents("userns", text.getBytes(StandardCharsets.UTF_8));
            if (documents.size() == 1 && documents.getFirst() instanceof Tree.Mapping mapping) {
                return mapping;
            }
        } catch (DecodeException damaged) {
            throw damaged(String.valueOf(damaged.getMessage()));
        }
        throw damaged("not an object");
    }

    private static IllegalArgumentException damaged(String why) {
        return new IllegalArgumentException("invalid user namespace mappings file: " + why);
    }

    private static List<Mapping> mappings(Tree.Mapping root, String key) {
        return root.find(key)
                .filter(Tree.Sequence.class::isInstance)
                .map(Tree.Sequence.class::cast)
                .map(list -> list.items().stream().map(MappingText::mapping).toList())
                .orElse(List.of());
    }

    private static Mapping mapping(Tree tree) {
        if (tree instanceof Tree.Mapping fields) {
            return new Mapping(
                    number(fields, "hostId"),
                    number(fields, "containerId"),
                    number(fields, "length"));
        }
        throw damaged("a mapping is not an object");
    }

    private static long number(Tree.Mapping fields, String key) {
        var value = fields.find(key);
        if (value.isEmpty()) {
            return 0;
        }
        if (value.get() instanceof Tree.Scalar(var kind, var text, _)
                && kind == Tree.Kind.NUMBER
                && text.matches("[0-9]{1,10}")) {
            return Long.parseLong(text);
        }
        throw damaged(key + " is not an id");
    }
}
