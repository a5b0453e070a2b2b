package io.jubelet.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.certificate.RotationPlanner.Situation;
import io.jubelet.core.certificate.RotationStep.Ask;
import io.jubelet.core.certificate.RotationStep.Keep;
import io.jubelet.core.certificate.RotationStep.NothingToAsk;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class RotationPlannerTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Subject NODE = new Subject("system:node:a", List.of("system:nodes"));
    private static final CertificateWish WISH = CertificateWish.client("a");

    private static CertificateFacts living(Duration old, Duration left) {
        return new CertificateFacts(NODE, AlternativeNames.NONE, NOW.minus(old), NOW.plus(left));
    }

    private static Situation holding(CertificateFacts held, double jitter) {
        return new Situation(Optional.of(held), Optional.of(WISH), Optional.empty(), false, jitter);
    }

    /// Upstream: TestSetRotationDeadline, with its share of 70 %.
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'just issued, still good', 1, 99, false",
        "'half way expired, still good', 24, 24, false",
        "'mostly expired, still good', 69, 31, false",
        "'just about expired, should rotate', 91, 9, true",
        "'nearly expired, should rotate', 99, 1, true",
        "'already expired, should rotate', 10, -1, true",
    })
    void isRenewedAfterItsShareOfLife(String name, int old, int left, boolean renewed) {
        var facts = living(Duration.ofHours(old), Duration.ofHours(left));

        var step = RotationPlanner.plan(holding(facts, 0), NOW);

        assertThat(step instanceof Ask).as(name).isEqualTo(renewed);
    }

    @ParameterizedTest(name = "with jitter {0} after {1} of 100 hours")
    @CsvSource({"0, 70", "0.5, 80", "0.999999, 90"})
    void isRenewedBetweenSeventyAndNinetyPercent(double jitter, int hours) {
        var facts = living(Duration.ZERO, Duration.ofHours(100));

        assertThat(RotationPlanner.plan(holding(facts, jitter), NOW)).isInstanceOf(Keep.class);
        assertThat(RotationPlanner.deadline(facts, jitter))
                .isBetween(
                        NOW.plus(Duration.ofHours(hours)).minusSeconds(1),
                        NOW.plus(Duration.ofHours(hours)));
    }

    @Test
    void aCertificateOfThreeMinutesIsRenewedInItsThirdMinute() {
        var facts = living(Duration.ofMinutes(5), Duration.ofMinutes(3));

        assertThat(RotationPlanner.plan(holding(facts, 0.5), NOW))
                .isEqualTo(new Keep(NOW.plusSeconds(84)));
    }

    @Test
    void oneThatWasLentIsRenewedAtOnce() {
        var facts = living(Duration.ofHours(1), Duration.ofHours(99));
        var lent =
                new Situation(Optional.of(facts), Optional.of(WISH), Optional.empty(), true, 0.5);

        assertThat(RotationPlanner.plan(lent, NOW)).isEqualTo(new Ask(WISH));
    }

    /// Upstream: TestCertSatisfiesTemplate.
    static Stream<Arguments> wishes() {
        var none = Optional.<CertificateFacts>empty();
        return Stream.of(
                Arguments.of("No certificate, no template", none, Optional.empty(), false),
                Arguments.of("No certificate", none, wish("", List.of(), ""), false),
                Arguments.of(
                        "No template", facts("fake-node", List.of(), ""), Optional.empty(), true),
                Arguments.of(
                        "Mismatched common name",
                        facts("fake-node-2", List.of(), ""),
                        wish("fake-node", List.of(), ""),
                        false),
                Arguments.of(
                        "Missing orgs in certificate",
                        facts("", List.of("system:nodes"), ""),
                        wish("", List.of("system:nodes", "foobar"), ""),
                        false),
                Arguments.of(
                        "Extra orgs in certificate",
                        facts("", List.of("system:nodes", "foobar"), ""),
                        wish("", List.of("system:nodes"), ""),
                        true),
                Arguments.of(
                        "Missing DNS names in certificate",
                        facts("", List.of(), "foo.example.com"),
                        wish("", List.of(), "foo.example.com bar.example.com"),
                        false),
                Arguments.of(
                        "Extra DNS names in certificate",
                        facts("", List.of(), "foo.example.com bar.example.com"),
                        wish("", List.of(), "foo.example.com"),
                        true),
                Arguments.of(
                        "Missing IP addresses in certificate",
                        facts("", List.of(), "192.168.1.1"),
                        wish("", List.of(), "192.168.1.1 192.168.1.2"),
                        false),
                Arguments.of(
                        "Extra IP addresses in certificate",
                        facts("", List.of(), "192.168.1.1 192.168.1.2"),
                        wish("", List.of(), "192.168.1.1"),
                        true),
                Arguments.of(
                        "Matching certificate",
                        facts("fake-node", List.of("system:nodes"), "foo.example.com 192.168.1.1"),
                        wish("fake-node", List.of("system:nodes"), "foo.example.com 192.168.1.1"),
                        true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wishes")
    void isKeptWhileItSaysWhatIsWishedFor(
            String name,
            Optional<CertificateFacts> held,
            Optional<CertificateWish> wish,
            boolean satisfied) {
        var step = RotationPlanner.plan(new Situation(held, wish, Optional.empty(), false, 0), NOW);

        assertThat(step instanceof Keep).as(name).isEqualTo(satisfied);
    }

    private static AlternativeNames names(String text) {
        var all = text.isEmpty() ? List.<String>of() : List.of(text.split(" "));
        return new AlternativeNames(
                all.stream().filter(each -> each.endsWith("com")).toList(),
                all.stream().filter(each -> !each.endsWith("com")).toList());
    }

    private static Optional<CertificateFacts> facts(
            String name, List<String> organizations, String names) {
        return Optional.of(
                new CertificateFacts(
                        new Subject(name, organizations),
                        names(names),
                        NOW,
                        NOW.plus(Duration.ofDays(1))));
    }

    private static Optional<CertificateWish> wish(
            String name, List<String> organizations, String names) {
        return Optional.of(
                new CertificateWish(
                        Purpose.SERVING, new Subject(name, organizations), names(names)));
    }

    @Test
    void aSignerThatLeavesSomethingOutIsNotAskedForTheSameAgain() {
        var held = facts("", List.of(), "");
        var wish = wish("", List.of(), "foo.example.com");

        assertThat(RotationPlanner.plan(new Situation(held, wish, wish, false, 0), NOW))
                .isInstanceOf(Keep.class);
    }

    @Test
    void withoutAWishThereIsNothingToAskFor() {
        var expired = Optional.of(living(Duration.ofHours(2), Duration.ofHours(-1)));

        assertThat(
                        RotationPlanner.plan(
                                new Situation(
                                        expired, Optional.empty(), Optional.empty(), false, 0),
                                NOW))
                .isEqualTo(new NothingToAsk());
    }

    @ParameterizedTest(name = "after failure {0}: {1} s to {2} s")
    @CsvSource({
        "1, 2.0, 2.2",
        "2, 4.0, 4.4",
        "3, 8.0, 8.8",
        "4, 16.0, 17.6",
        "5, 32.0, 32.0",
        "100, 32.0, 32.0"
    })
    void theNextTryWaitsTwiceAsLongUpToHalfAMinute(int failures, double least, double most) {
        assertThat(RotationPlanner.retryAfter(failures, 0).toMillis() / 1000.0).isEqualTo(least);
        assertThat(RotationPlanner.retryAfter(failures, 1).toMillis() / 1000.0).isEqualTo(most);
    }

    @Test
    void theEndOfTheBackOffIsReachedOnce() {
        assertThat(RotationPlanner.backOffReached(4)).isFalse();
        assertThat(RotationPlanner.backOffReached(5)).isTrue();
        assertThat(RotationPlanner.backOffReached(6)).isFalse();
    }
}
