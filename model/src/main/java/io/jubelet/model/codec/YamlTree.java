package io.jubelet.model.codec;

import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/// Builds trees from SnakeYAML's parse events: anchors, merge keys and go-yaml's scalar rules are
/// applied here, so that nothing of SnakeYAML's object construction runs.
///
/// Thread: confined to one reading.
///
/// Upstream: go.yaml.in/yaml/v2 decode.go. As there, a merge takes effect where it stands: keys
/// written before `<<` are overridden by it, keys after it override.
final class YamlTree {

    private static final String MERGE_TAG = "tag:yaml.org,2002:merge";

    private record Anchor(Tree tree, long size) {}

    private final String source;
    private final ParserImpl parser;
    private final Map<String, Anchor> anchors = new HashMap<>();
    private final TreeBudget budget = new TreeBudget();

    YamlTree(String source, String text) {
        this.source = source;
        refuseControlCharacters(source, text);
        var options = new LoaderOptions();
        options.setCodePointLimit(TreeBudget.MAX_BYTES);
        options.setProcessComments(false);
        this.parser = new ParserImpl(new TextReader(text), options);
    }

    List<Tree> documents() {
        try {
            return readStream();
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            String problem = e.getProblem() == null ? "malformed document" : e.getProblem();
            throw new DecodeException(mark == null ? begin() : markOf(mark), problem);
        } catch (YAMLException e) {
            throw new DecodeException(begin(), String.valueOf(e.getMessage()));
        }
    }

    private List<Tree> readStream() {
        var documents = new ArrayList<Tree>();
        next();
        while (!parser.checkEvent(Event.ID.StreamEnd)) {
            next();
            anchors.clear();
            documents.add(node());
            next();
        }
        return documents;
    }

    private Event next() {
        return parser.getEvent();
    }

    private Tree node() {
        Event event = next();
        Mark mark = markOf(event.getStartMark());
        if (event instanceof AliasEvent alias) {
            return resolve(alias.getAnchor(), mark);
        }
        long before = budget.values();
        budget.value(mark);
        if (event instanceof ScalarEvent scalar) {
            return anchored(scalar.getAnchor(), scalarOf(scalar, mark), before);
        }
        budget.enter(mark);
        Tree tree;
        if (event instanceof SequenceStartEvent start) {
            tree = anchored(start.getAnchor(), sequence(mark), before);
        } else if (event instanceof MappingStartEvent start) {
            tree = anchored(start.getAnchor(), mapping(mark), before);
        } else {
            throw new DecodeException(mark, "unexpected " + event.getEventId());
        }
        budget.leave();
        return tree;
    }

    private Tree resolve(String name, Mark mark) {
        Anchor anchor = anchors.get(name);
        if (anchor == null) {
            // An anchor is known once its value is complete, so this is also a value inside itself.
            throw new DecodeException(mark, "unknown anchor '" + name + "' referenced");
        }
        budget.alias(anchor.size(), mark);
        return anchor.tree();
    }

    private Tree anchored(@Nullable String name, Tree tree, long before) {
        if (name != null) {
            anchors.put(name, new Anchor(tree, budget.values() - before));
        }
        return tree;
    }

    private static Scalar scalarOf(ScalarEvent event, Mark mark) {
        boolean plain = event.isPlain() && event.getImplicit().canOmitTagInPlainScalar();
        return YamlScalars.resolve(event.getValue(), plain, event.getTag(), mark);
    }

    private Tree sequence(Mark mark) {
        var items = new ArrayList<Tree>();
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            items.add(node());
        }
        next();
        return new Sequence(items, mark);
    }

    private Tree mapping(Mark mark) {
        var entries = new ArrayList<Entry>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            boolean merge = isMerge(parser.peekEvent());
            Tree key = node();
            Tree value = node();
            if (merge) {
                merge(value, entries);
            } else {
                entries.add(new Entry(keyText(key), key.mark(), value));
            }
            if (entries.size() > TreeBudget.MAX_VALUES) {
                throw new DecodeException(mark, "mapping has too many entries");
            }
        }
        next();
        return new Mapping(entries, mark);
    }

    private static boolean isMerge(Event event) {
        return event instanceof ScalarEvent scalar
                && scalar.getValue().equals("<<")
                && (MERGE_TAG.equals(scalar.getTag())
                        || (scalar.getTag() == null && scalar.isPlain()));
    }

    private static void merge(Tree value, List<Entry> entries) {
        switch (value) {
            case Mapping mapping -> entries.addAll(mapping.entries());
            case Sequence sequence -> {
                // Earlier maps of the list win, so they are laid on last.
                for (Tree item : sequence.items().reversed()) {
                    if (!(item instanceof Mapping mapping)) {
                        throw wantsMap(item);
                    }
                    entries.addAll(mapping.entries());
                }
            }
            case Scalar scalar -> throw wantsMap(scalar);
        }
    }

    private static DecodeException wantsMap(Tree tree) {
        return new DecodeException(
                tree.mark(), "map merge requires map or sequence of maps as the value");
    }

    private static String keyText(Tree key) {
        if (key instanceof Scalar(Kind kind, String text, Mark _) && kind != Kind.NULL) {
            return text;
        }
        throw new DecodeException(key.mark(), "invalid map key: " + key.shape());
    }

    private Mark begin() {
        return new Mark(source, 1, 1);
    }

    private Mark markOf(org.yaml.snakeyaml.error.Mark mark) {
        return new Mark(source, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static void refuseControlCharacters(String source, String text) {
        int line = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                line++;
            } else if (!Character.isSurrogate(c) && !StreamReader.isPrintable(c)) {
                throw new DecodeException(
                        new Mark(source, line, 1),
                        String.format("control characters are not allowed (U+%04X)", (int) c));
            }
        }
    }
}
