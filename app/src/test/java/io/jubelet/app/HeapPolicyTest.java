package io.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HeapPolicyTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    nothing was allocated                    | 30 | 30 | true
                    just the most that is rest               | 30 | 37 | true
                    just more than rest                      | 30 | 38 | false
                    something was collected between          | 30 | 29 | false
                    """)
    void tellsRestFromWork(String when, long before, long now, boolean rest) {
        assertThat(
                        HeapPolicy.atRest(
                                new HeapPolicy.Look(60L << 20, before << 20),
                                new HeapPolicy.Look(60L << 20, now << 20),
                                Duration.ofSeconds(5)))
                .as(when)
                .isEqualTo(rest);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a heap that grew, at rest for a while        | 12 | 60 | 3 | true
                    the first one ever                           | 0  | 60 | 3 | true
                    one that came to rest just now               | 12 | 60 | 2 | false
                    a small one                                  | 8  | 23 | 9 | false
                    one that is not larger than after the last   | 40 | 60 | 3 | false
                    one that has grown by more than half since   | 39 | 60 | 3 | true
                    """)
    void wantsAWholeCollection(
            String when, long settled, long committed, int quiet, boolean wanted) {
        var now = new HeapPolicy.Look(committed << 20, 0);

        assertThat(HeapPolicy.wantsCollection(settled << 20, now, quiet))
                .as(when)
                .isEqualTo(wanted);
    }
}
