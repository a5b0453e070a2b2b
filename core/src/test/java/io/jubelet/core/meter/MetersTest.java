package io.jubelet.core.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MetersTest {
    private final Meters meters = new Meters();
    private final List<Figure> heard = new ArrayList<>();

    @Test
    void whatWasToldBeforeAnybodyCountedIsToldFirst() {
        meters.tell(new Figure.MirrorsKnown(1));
        meters.tell(new Figure.MirrorsKnown(2));
        meters.to(heard::add);
        meters.tell(new Figure.MirrorsKnown(3));

        assertThat(heard)
                .containsExactly(
                        new Figure.MirrorsKnown(1),
                        new Figure.MirrorsKnown(2),
                        new Figure.MirrorsKnown(3));
    }

    @Test
    void whereNobodyEverCountsNoMoreIsKeptThanIsWorthIt() {
        for (var count = 0; count < 10_000; count++) {
            meters.tell(new Figure.MirrorsKnown(count));
        }
        meters.to(heard::add);

        assertThat(heard).hasSize(2_000).startsWith(new Figure.MirrorsKnown(0));
    }
}
