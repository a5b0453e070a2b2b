package io.jubelet.core.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.Probe;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ProbeTallyTest {
    private static final Probe PROBE =
            Probe.newBuilder()
                    .setInitialDelaySeconds(10)
                    .setPeriodSeconds(5)
                    .setSuccessThreshold(2)
                    .setFailureThreshold(3)
                    .build();

    /// S is a success, W a warning, F a failure, U a try that could not be made.
    static Stream<Arguments> rows() {
        return Stream.of(
                row("before the first try", "READINESS", "", "FAILURE", false),
                row("before the first try", "LIVENESS", "", "SUCCESS", false),
                row("before the first try", "STARTUP", "", "UNKNOWN", false),
                row("FailureThreshold: too few failures", "LIVENESS", "FF", "SUCCESS", false),
                row("FailureThreshold: enough failures", "LIVENESS", "FFF", "FAILURE", true),
                row("FailureThreshold: broken by a success", "LIVENESS", "FFSFF", "SUCCESS", false),
                row("SuccessThreshold: too few successes", "READINESS", "S", "FAILURE", false),
                row("SuccessThreshold: enough successes", "READINESS", "SS", "SUCCESS", false),
                row("SuccessThreshold: broken by a failure", "READINESS", "SFS", "FAILURE", false),
                row("ready, then unready, then ready", "READINESS", "SSFFFSS", "SUCCESS", false),
                row("a warning is a success", "READINESS", "WS", "SUCCESS", false),
                row("a try that was not made counts not", "LIVENESS", "FFUUU", "SUCCESS", false),
                row("nor does it break a run", "LIVENESS", "FFUF", "FAILURE", true),
                row("StartupProbeSuccessThreshold", "STARTUP", "SS", "SUCCESS", true),
                row("StartupProbeFailureThreshold", "STARTUP", "FFF", "FAILURE", true),
                row("a startup that fails at first", "STARTUP", "FF", "UNKNOWN", false),
                row("a startup that succeeds in time", "STARTUP", "FFSS", "SUCCESS", true));
    }

    private static Arguments row(
            String name, String kind, String tries, String result, boolean decided) {
        return arguments(
                name, ProbeKind.valueOf(kind), tries, ProbeResult.valueOf(result), decided);
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @MethodSource("rows")
    void addsUp(String name, ProbeKind kind, String tries, ProbeResult result, boolean decided) {
        var tally = ProbeTally.begin(kind, PROBE);
        for (var at = 0; at < tries.length(); at++) {
            tally = tally.counted(outcome(tries.charAt(at)));
        }
        assertThat(tally.result()).as(name).isEqualTo(result);
        assertThat(tally.decided()).as(name).isEqualTo(decided);
    }

    private static ProbeOutcome outcome(char letter) {
        return switch (letter) {
            case 'S' -> new ProbeOutcome.Success("");
            case 'W' -> new ProbeOutcome.Warning("");
            case 'F' -> new ProbeOutcome.Failure("");
            default -> new ProbeOutcome.Unknown("");
        };
    }

    @Test
    void whatWasKnownStandsUntilAThresholdIsReached() {
        var tally = ProbeTally.begin(ProbeKind.READINESS, PROBE, ProbeResult.SUCCESS);
        assertThat(tally.counted(outcome('F')).result()).isEqualTo(ProbeResult.SUCCESS);
        assertThat(ProbeTally.begin(ProbeKind.STARTUP, PROBE, ProbeResult.SUCCESS).decided())
                .isTrue();
    }

    static Stream<Arguments> firsts() {
        return Stream.of(
                arguments("InitialDelay: just started", 0, 0.0, 10_000),
                arguments("InitialDelay: partly over", 4_000, 0.0, 6_000),
                arguments("InitialDelay: over, at once", 11_000, 0.0, -1_000),
                arguments("a clock that was set back", -3_600_000, 0.0, 10_000),
                arguments("after a restart of the agent", 60_000, 0.5, 2_500),
                arguments("a restart during the delay", 4_000, 0.5, 6_000));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("firsts")
    void waitsForItsFirstTry(String name, long running, double spread, long wait) {
        var tally = ProbeTally.begin(ProbeKind.READINESS, PROBE);
        var expected = Duration.ofMillis(Math.max(0, wait));
        assertThat(tally.untilFirst(Duration.ofMillis(running), spread))
                .as(name)
                .isEqualTo(expected);
    }

    @Test
    void goesOnAPeriodAfterTheLastTryBegan() {
        var tally = ProbeTally.begin(ProbeKind.READINESS, PROBE);
        assertThat(tally.untilNext(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(3));
        assertThat(tally.untilNext(Duration.ofSeconds(9))).isEqualTo(Duration.ZERO);
    }

    @Test
    void takesNothingFromAProbeWithoutNumbersButTheLeast() {
        var bare = ProbeTally.begin(ProbeKind.LIVENESS, Probe.getDefaultInstance());
        assertThat(bare.counted(outcome('F')).decided()).isTrue();
        assertThat(bare.untilNext(Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
    }
}
