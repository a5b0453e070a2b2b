package io.jubelet.core.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Hands on to whoever counts. An agent works before anybody does: what it tells until then is
/// kept, as far as that is bounded, and told first.
///
/// Thread: any; the lock guards what is kept and is free once somebody counts.
public final class Meters implements Meter {
    private static final int MOST_KEPT = 2_000;

    private final List<Figure> kept = new ArrayList<>();
    private volatile Optional<Meter> counting = Optional.empty();

    /// From now on this one is told.
    public void to(Meter meter) {
        synchronized (this) {
            kept.forEach(meter::tell);
            kept.clear();
            counting = Optional.of(meter);
        }
    }

    @Override
    public void tell(Figure figure) {
        var meter = counting;
        if (meter.isPresent()) {
            meter.get().tell(figure);
        } else {
            keep(figure);
        }
    }

    private synchronized void keep(Figure figure) {
        if (counting.isPresent()) {
            counting.get().tell(figure);
        } else if (kept.size() < MOST_KEPT) {
            kept.add(figure);
        }
    }
}
