package io.jubelet.model.codec;

/// Whether fields that are unknown or come twice are reported or passed over.
///
/// Names are matched by exact case either way, and wrong types are errors either way.
///
/// Thread: immutable.
public enum Strictness {
    STRICT,
    LENIENT
}
