package io.jubelet.core.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PodStageTest {
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = BEFORE.plusSeconds(5);
    private static final Optional<Duration> GRACE = Optional.of(Duration.ofSeconds(30));

    static Stream<Arguments> stages() {
        var ending = new PodStage.Terminating(BEFORE, GRACE, KillReason.DELETED);
        return Stream.of(
                arguments("Waiting", new PodStage.Waiting(BEFORE, new PodUid("old")), false),
                arguments("Syncing", new PodStage.Syncing(BEFORE), false),
                arguments("Terminating", ending, false),
                arguments("Terminated", ending.toTerminated(NOW), true),
                arguments("Finished", ending.toTerminated(NOW).toFinished(NOW), true));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("stages")
    void onlyAtItsEndAPodIsSureToHaveNoProcess(String name, PodStage stage, boolean without) {
        assertThat(PodStage.withoutProcesses(stage)).isEqualTo(without);
        assertThat(stage.label()).isEqualTo(name);
    }

    @Test
    void whyAPodEndsIsKeptToItsEnd() {
        var ending = new PodStage.Syncing(BEFORE).toTerminating(NOW, GRACE, KillReason.PREEMPTED);
        var shorter = ending.within(Optional.of(Duration.ofSeconds(1)));

        assertThat(shorter.since()).isEqualTo(NOW);
        assertThat(shorter.grace()).contains(Duration.ofSeconds(1));
        assertThat(shorter.toTerminated(NOW.plusSeconds(1)))
                .isEqualTo(new PodStage.Terminated(NOW.plusSeconds(1), KillReason.PREEMPTED));
        assertThat(shorter.toTerminated(NOW).toFinished(NOW.plusSeconds(2)))
                .isEqualTo(new PodStage.Finished(NOW.plusSeconds(2)));
    }

    @Test
    void nobodyKnowsHowLongAPodWasGivenThatOnlyTheRuntimeHas() {
        assertThat(PodStage.Terminating.orphaned(NOW))
                .isEqualTo(new PodStage.Terminating(NOW, Optional.empty(), KillReason.ORPHANED));
    }
}
