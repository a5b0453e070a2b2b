package io.jubelet.model.codec;

/// Counts what a document costs to expand, and stops one that is too deep, too big, or grown out of
/// aliases (a "billion laughs").
///
/// Thread: confined to one reading.
///
/// Upstream: go.yaml.in/yaml/v2 decode.go allowedAliasRatio, with the same thresholds; upstream's
/// nesting limit is 10,000, ours is what a Kubernetes object can need many times over.
final class TreeBudget {

    /// The kubelet's own limit for a manifest.
    static final int MAX_BYTES = 10 << 20;

    static final int MAX_DEPTH = 200;

    /// About 20 MB of tree: a hostile file must fit the heap of a small agent.
    static final int MAX_VALUES = 200_000;

    private static final long RATIO_FROM = 400_000;
    private static final long RATIO_TO = 4_000_000;

    private long values;
    private long written;
    private long aliased;
    private int depth;

    /// How many values the document has so far, aliases expanded.
    long values() {
        return values;
    }

    void value(Mark mark) {
        values++;
        written++;
        if (written > MAX_VALUES) {
            throw new DecodeException(mark, "document has more than " + MAX_VALUES + " values");
        }
    }

    void alias(long size, Mark mark) {
        values = saturatedAdd(values, size);
        aliased = saturatedAdd(aliased, size);
        if (aliased > 100
                && values > 1000
                && (double) aliased / (double) values > allowedRatio(values)) {
            throw new DecodeException(mark, "document contains excessive aliasing");
        }
    }

    void enter(Mark mark) {
        depth++;
        if (depth > MAX_DEPTH) {
            throw new DecodeException(mark, "exceeded max depth of " + MAX_DEPTH);
        }
    }

    void leave() {
        depth--;
    }

    private static double allowedRatio(long values) {
        if (values <= RATIO_FROM) {
            return 0.99;
        }
        if (values >= RATIO_TO) {
            return 0.10;
        }
        return 0.99 - 0.89 * ((double) (values - RATIO_FROM) / (double) (RATIO_TO - RATIO_FROM));
    }

    private static long saturatedAdd(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
