package io.jubelet.core.node;

import java.util.Optional;

/// The reason that was last told, so that the same one is not told with every try.
///
/// Thread: its owner's.
final class LastReason {
    private Optional<String> told = Optional.empty();

    /// Whether this has not been said yet since it last worked.
    boolean isNews(String reason) {
        var news = !told.equals(Optional.of(reason));
        told = Optional.of(reason);
        return news;
    }

    /// Whether nothing was said since it last worked.
    boolean isNone() {
        return told.isEmpty();
    }

    void forget() {
        told = Optional.empty();
    }
}
