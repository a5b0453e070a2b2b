package io.jubelet.model.codec;

/// Where a value stands in its source; lines and columns count from 1.
///
/// Thread: immutable.
public record Mark(String source, int line, int column) {

    @Override
    public String toString() {
        return source + ":" + line;
    }
}
