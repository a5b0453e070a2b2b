package io.jubelet.core.event;

import java.util.LinkedHashMap;
import java.util.Map;

/// The values last used, by key; the one unused for longest goes when there are too many.
///
/// Thread: its owner's.
final class Recent<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    Recent(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > most;
    }
}
