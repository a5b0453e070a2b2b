package io.jubelet.e2e.bench;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/// What was measured of one kubelet, by name; the unit is the end of the name.
///
/// Thread: immutable.
record Figures(Map<String, Double> byName) {
    static final Figures NONE = new Figures(Map.of());

    Figures {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    Figures with(String name, double value) {
        var more = new LinkedHashMap<>(byName);
        more.put(name, value);
        return new Figures(more);
    }

    /// Adds p50, p90 and max of these; nothing if there are none.
    Figures withSpread(String name, Samples samples) {
        return samples.isEmpty()
                ? this
                : with(name + "_p50_ms", samples.median())
                        .with(name + "_p90_ms", samples.percentile(90))
                        .with(name + "_max_ms", samples.max());
    }

    OptionalDouble find(String name) {
        var value = byName.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
