package io.jubelet.model.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;

/// Builds a tree from JSON text with Jackson's streaming parser; numbers keep their digits.
///
/// JSON is not read as YAML because tabs, `\/` and surrogate escapes differ there.
///
/// Thread: confined to one reading.
///
/// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts.
final class JsonTree {

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(TreeBudget.MAX_DEPTH)
                                    .maxStringLength(TreeBudget.MAX_BYTES)
                                    .build())
                    .build();

    private final String source;
    private final JsonParser parser;
    private final TreeBudget budget = new TreeBudget();

    private JsonTree(String source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    static Tree parse(String source, String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonTree(source, parser).document();
        } catch (JsonProcessingException e) {
            JsonLocation where = e.getLocation();
            Mark mark =
                    where == null
                            ? new Mark(source, 1, 1)
                            : new Mark(source, where.getLineNr(), where.getColumnNr());
            throw new DecodeException(mark, e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Tree document() throws IOException {
        Tree tree = value(parser.nextToken());
        if (parser.nextToken() != null) {
            throw new DecodeException(mark(), "unexpected text after top-level value");
        }
        return tree;
    }

    private Tree value(JsonToken token) throws IOException {
        Mark mark = mark();
        budget.value(mark);
        return switch (token) {
            case START_OBJECT -> mapping(mark);
            case START_ARRAY -> sequence(mark);
            case VALUE_STRING -> new Scalar(Kind.STRING, wellFormed(parser.getText()), mark);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                    new Scalar(Kind.NUMBER, parser.getText(), mark);
            case VALUE_TRUE -> new Scalar(Kind.BOOL, "true", mark);
            case VALUE_FALSE -> new Scalar(Kind.BOOL, "false", mark);
            case VALUE_NULL -> new Scalar(Kind.NULL, "null", mark);
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                    throw new DecodeException(mark, "unexpected " + token);
        };
    }

    private Tree mapping(Mark mark) throws IOException {
        var entries = new ArrayList<Entry>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Mark keyMark = mark();
            String key = wellFormed(parser.currentName());
            entries.add(new Entry(key, keyMark, value(parser.nextToken())));
        }
        return new Mapping(entries, mark);
    }

    private Tree sequence(Mark mark) throws IOException {
        var items = new ArrayList<Tree>();
        for (JsonToken token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            items.add(value(token));
        }
        return new Sequence(items, mark);
    }

    private Mark mark() {
        JsonLocation where = parser.currentTokenLocation();
        return new Mark(source, where.getLineNr(), where.getColumnNr());
    }

    /// Half a surrogate pair cannot be UTF-8; Go puts U+FFFD in its place.
    private static String wellFormed(String text) {
        if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return text;
        }
        var fixed = new StringBuilder(text.length());
        text.codePoints()
                .map(point -> point >= 0xD800 && point <= 0xDFFF ? 0xFFFD : point)
                .forEach(fixed::appendCodePoint);
        return fixed.toString();
    }
}
