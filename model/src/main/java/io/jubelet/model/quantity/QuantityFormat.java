package io.jubelet.model.quantity;

/// The family of suffixes a quantity was written with and is printed with again.
///
/// Thread: immutable.
public enum QuantityFormat {
    /// 12e6
    DECIMAL_EXPONENT,
    /// 12Mi
    BINARY_SI,
    /// 12M
    DECIMAL_SI
}
