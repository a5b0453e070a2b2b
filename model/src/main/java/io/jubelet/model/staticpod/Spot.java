package io.jubelet.model.staticpod;

import io.jubelet.model.codec.Mark;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import java.util.ArrayList;

/// A place in a pod, with what stands there once the pod has its defaults and with what was
/// written there: a list that was written empty is another one than a list that was left out, and
/// `1000m` another text than `1`.
///
/// Thread: any; immutable.
///
/// @param filled the value with defaults; null in the sense of JSON where there is none
/// @param written the value of the manifest, likewise
record Spot(Tree filled, Tree written) {
    private static final Tree NOTHING = new Scalar(Kind.NULL, "null", new Mark("", 0, 0));

    boolean absent() {
        return filled.isNull();
    }

    Spot at(String name) {
        return new Spot(in(filled, name), in(written, name));
    }

    Spot at(int index) {
        return new Spot(in(filled, index), in(written, index));
    }

    /// This object, where what is written under `name` completes what is written under `other`.
    Spot completing(String other, String name) {
        if (!(in(written, name) instanceof Mapping more)) {
            return this;
        }
        var entries = new ArrayList<>(more.entries());
        if (in(written, other) instanceof Mapping own) {
            entries.addAll(own.entries());
        }
        var whole = new ArrayList<Tree.Entry>();
        if (written instanceof Mapping all) {
            whole.addAll(all.entries());
        }
        whole.add(new Tree.Entry(other, written.mark(), new Mapping(entries, written.mark())));
        return new Spot(filled, new Mapping(whole, written.mark()));
    }

    /// The text of a scalar, or nothing.
    static String text(Tree tree) {
        return tree instanceof Scalar scalar && scalar.kind() != Kind.NULL ? scalar.text() : "";
    }

    private static Tree in(Tree tree, String name) {
        return tree instanceof Mapping mapping ? mapping.find(name).orElse(NOTHING) : NOTHING;
    }

    private static Tree in(Tree tree, int index) {
        return tree instanceof Sequence(var items, _) && index < items.size()
                ? items.get(index)
                : NOTHING;
    }
}
