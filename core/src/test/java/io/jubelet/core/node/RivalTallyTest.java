package io.jubelet.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// When it is sure that another kubelet renews this node's lease.
class RivalTallyTest {
    private static final Duration LEASE = Duration.ofSeconds(40);

    /// A letter every ten seconds: `o` another renewed, `u` we did and nobody else, `-` nobody.
    static Stream<Arguments> renewals() {
        return Stream.of(
                Arguments.of("nobody else renews it", "uuuuu", false),
                Arguments.of("another renews it once", "uou", false),
                Arguments.of("another renews it again and again", "uoo", true),
                Arguments.of("another renews it now and then", "ouo", true),
                Arguments.of(
                        "the second time is exactly two leases after the first", "o-------o", true),
                Arguments.of("the second time is long after the first", "o--------o", false),
                Arguments.of("another was here less than a lease ago", "oouuu", true),
                Arguments.of("another was here a lease ago", "oouuuu", false),
                Arguments.of("another comes back", "oouuuuoo", true),
                Arguments.of("another that left is seen once", "oouuuuo", false),
                Arguments.of(
                        "another goes on after we were away for long", "oo-----------o", true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void renewals(String name, String story, boolean proven) {
        var tally = RivalTally.begin(LEASE);
        var now = Duration.ofSeconds(-5);
        for (var at = 0; at < story.length(); at++) {
            now = now.plusSeconds(10);
            tally =
                    switch (story.charAt(at)) {
                        case 'o' -> tally.renewedByAnother(now);
                        case 'u' -> tally.renewedByUsAlone(now);
                        default -> tally;
                    };
        }
        assertThat(tally.proven()).isEqualTo(proven);
    }
}
