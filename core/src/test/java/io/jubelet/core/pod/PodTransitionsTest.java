package io.jubelet.core.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PodTransitionsTest {
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = BEFORE.plusSeconds(5);
    private static final Optional<Duration> GRACE = Optional.of(Duration.ofSeconds(30));

    private static final PodStage WAITING = new PodStage.Waiting(BEFORE, new PodUid("old"));
    private static final PodStage SYNCING = new PodStage.Syncing(BEFORE);
    private static final PodStage TERMINATING =
            new PodStage.Terminating(BEFORE, GRACE, KillReason.COMPLETED);
    private static final PodStage TERMINATED =
            new PodStage.Terminated(BEFORE, KillReason.COMPLETED);
    private static final PodStage FINISHED = new PodStage.Finished(BEFORE);

    private static final PodMail NOTHING = PodMail.EMPTY;
    private static final PodMail RELEASED = PodMail.EMPTY.releasing();
    private static final PodMail REMOVED = PodMail.EMPTY.removing();
    private static final PodStage ENDING = new PodStage.Terminating(NOW, GRACE, KillReason.REMOVED);

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("a waiting pod waits", WAITING, NOTHING, WAITING),
                arguments(
                        "a waiting pod may be told to wait for another",
                        WAITING,
                        PodMail.EMPTY.waitingFor(new PodUid("other")),
                        new PodStage.Waiting(BEFORE, new PodUid("other"))),
                arguments("a released pod syncs", WAITING, RELEASED, new PodStage.Syncing(NOW)),
                arguments("a pod removed before it started never starts", WAITING, REMOVED, ENDING),
                arguments("removal wins over release", WAITING, RELEASED.removing(), ENDING),
                arguments("a syncing pod goes on", SYNCING, NOTHING, SYNCING),
                arguments("release means nothing to a syncing pod", SYNCING, RELEASED, SYNCING),
                arguments("a removed pod ends", SYNCING, REMOVED, ENDING),
                arguments("an ending pod keeps its reason", TERMINATING, REMOVED, TERMINATING),
                arguments("a terminated pod stays terminated", TERMINATED, REMOVED, TERMINATED),
                arguments("a finished pod stays finished", FINISHED, REMOVED, FINISHED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void goesOn(String name, PodStage stage, PodMail mail, PodStage expected) {
        assertThat(PodTransitions.next(stage, mail, GRACE, NOW)).as(name).isEqualTo(expected);
    }
}
