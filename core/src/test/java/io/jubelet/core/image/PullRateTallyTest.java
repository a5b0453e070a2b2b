package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PullRateTallyTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aBurstMayBeginAtOnceAndThenAFewASecond() {
        var tally = PullRateTally.of(new PullSettings(0, 2, 3), 0);
        for (var pull = 0; pull < 3; pull++) {
            assertThat(tally.allows(0)).isTrue();
            tally = tally.taken(0);
        }

        assertThat(tally.allows(SECOND / 4)).isFalse();
        assertThat(tally.allows(SECOND / 2)).isTrue();
        assertThat(tally.taken(SECOND / 2).allows(SECOND / 2)).isFalse();
    }

    @Test
    void aLongQuietTimeIsWorthOneBurst() {
        var tally = PullRateTally.of(new PullSettings(0, 5, 1), 0).taken(1000 * SECOND);

        assertThat(tally.allows(1000 * SECOND)).isFalse();
    }

    @Test
    void withoutABurstNothingEverBegins() {
        assertThat(PullRateTally.of(new PullSettings(0, 2000, 0), 0).allows(9 * SECOND)).isFalse();
    }

    @Test
    void withoutARateThereIsNoLimit() {
        var tally = PullRateTally.of(new PullSettings(0, 0, 0), 0);

        assertThat(tally.taken(0).taken(0).allows(0)).isTrue();
    }
}
