package io.jubelet.core.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Immutable maps that keep their order: the JDK's own immutable maps shuffle theirs from one
/// process to the next, and with it the run of a simulation's seed.
///
/// Thread: any.
public final class Ordered {
    private Ordered() {}

    public static <K, V> Map<K, V> copy(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
