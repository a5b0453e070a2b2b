package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.image.PullLine.Ticket;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PullLineTest {
    private static final Ticket A = new Ticket(1, "a");
    private static final Ticket B = new Ticket(2, "b");
    private static final Ticket C = new Ticket(3, "c");

    @ParameterizedTest(name = "with {0} slots {1} of {2} run")
    @CsvSource({"1, 1, 5", "2, 2, 5", "5, 5, 5", "9, 5, 5", "0, 40, 40"})
    void neverMoreRunThanThereAreSlots(int slots, int running, int joined) {
        var line = PullLine.of(slots);
        for (var number : IntStream.range(0, joined).toArray()) {
            line = line.joined(new Ticket(number, "image"));
        }

        assertThat(line.running()).hasSize(running);
        assertThat(line.waiting()).hasSize(joined - running);
    }

    @Test
    void whoCameFirstRunsFirst() {
        var line = PullLine.of(1).joined(A).joined(B).joined(C);

        assertThat(line.left(A).running()).containsExactly(B);
        assertThat(line.left(A).left(B).running()).containsExactly(C);
    }

    @Test
    void whoGivesUpInTheLineIsPassedOver() {
        var line = PullLine.of(1).joined(A).joined(B).joined(C).left(B);

        assertThat(line).isEqualTo(new PullLine(1, List.of(A), List.of(C)));
        assertThat(line.left(A).running()).containsExactly(C);
    }

    @Test
    void countsThoseThatComeBefore() {
        var line = PullLine.of(1).joined(A).joined(B).joined(C);

        assertThat(line.ahead(B)).isEqualTo(1);
        assertThat(line.ahead(C)).isEqualTo(2);
    }

    @Test
    void whoIsGoneAlreadyChangesNothing() {
        var line = PullLine.of(1).joined(A).joined(B);

        assertThat(line.left(C)).isEqualTo(line);
    }
}
