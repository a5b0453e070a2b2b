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
                    a heap that grew, at rest                    | 12 | 60 | 30 | 31 | true
                    the first one ever                           | 0  | 60 | 30 | 30 | true
                    one at work                                  | 12 | 60 | 30 | 50 | false
                    just the most that is rest                   | 12 | 60 | 30 | 37 | true
                    just more than rest                          | 12 | 60 | 30 | 38 | false
                    one that was collected between the looks     | 12 | 60 | 30 | 29 | false
                    a small one                                  | 8  | 23 | 10 | 10 | false
                    one that is not larger than after the last   | 40 | 60 | 30 | 30 | false
                    one that has grown by more than half since   | 39 | 60 | 30 | 30 | true
                    """)
    void wantsAWholeCollection(
            String when, long settled, long committed, long before, long now, boolean wanted) {
        assertThat(
                        HeapPolicy.wantsCollection(
                                settled << 20,
                                new HeapPolicy.Look(committed << 20, before << 20),
                                new HeapPolicy.Look(committed << 20, now << 20),
                                Duration.ofSeconds(5)))
                .as(when)
                .isEqualTo(wanted);
    }
}
