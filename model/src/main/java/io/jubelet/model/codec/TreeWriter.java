package io.jubelet.model.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import java.io.IOException;
import java.util.TreeMap;

/// Writes a tree as compact JSON with sorted keys, as upstream's way from YAML to JSON does.
///
/// Thread: stateless.
public final class TreeWriter {

    private TreeWriter() {}

    public static String toJson(Tree tree) {
        return GoJson.text(out -> write(tree, out));
    }

    private static void write(Tree tree, JsonGenerator out) throws IOException {
        switch (tree) {
            case Scalar scalar -> scalar(scalar, out);
            case Sequence sequence -> {
                out.writeStartArray();
                for (Tree item : sequence.items()) {
                    write(item, out);
                }
                out.writeEndArray();
            }
            case Mapping mapping -> {
                var sorted = new TreeMap<String, Tree>();
                for (Entry entry : mapping.entries()) {
                    sorted.put(entry.key(), entry.value());
                }
                out.writeStartObject();
                for (var entry : sorted.entrySet()) {
                    out.writeFieldName(entry.getKey());
                    write(entry.getValue(), out);
                }
                out.writeEndObject();
            }
        }
    }

    private static void scalar(Scalar scalar, JsonGenerator out) throws IOException {
        switch (scalar.kind()) {
            case STRING -> out.writeString(scalar.text());
            case NUMBER -> out.writeNumber(scalar.text());
            case BOOL -> out.writeBoolean(scalar.text().equals("true"));
            case NULL -> out.writeNull();
        }
    }
}
