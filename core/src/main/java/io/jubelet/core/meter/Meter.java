package io.jubelet.core.meter;

/// Is told the agent's figures, by whoever does the work. Never blocks and never throws.
///
/// Thread: any.
@FunctionalInterface
public interface Meter {
    /// Nobody counts.
    Meter NONE = _ -> {};

    void tell(Figure figure);
}
