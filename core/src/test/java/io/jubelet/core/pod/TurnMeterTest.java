package io.jubelet.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Figure.TurnKind;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.testing.StepExecution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TurnMeterTest {
    private static final PodStage SYNCING = new PodStage.Syncing(Instant.EPOCH);
    private static final PodStage TERMINATING =
            new PodStage.Terminating(Instant.EPOCH, Optional.empty(), KillReason.COMPLETED);

    private final StepExecution execution = new StepExecution();
    private final List<Figure> told = new ArrayList<>();
    private final TurnMeter meter = new TurnMeter(execution, told::add);

    private void turn(PodStage stage, boolean wantedAnew, boolean killed) {
        meter.measured(
                () -> {
                    meter.begins(stage, wantedAnew, killed);
                    execution.pass(Duration.ofMillis(10));
                    return new TurnEnd.Again();
                });
    }

    private List<TurnKind> kinds() {
        return told.stream().map(figure -> ((Figure.Turn) figure).kind()).toList();
    }

    @Test
    void aPodsTurnsAreToldByTheirCause() {
        turn(SYNCING, true, false);
        turn(SYNCING, false, false);
        turn(SYNCING, true, false);
        turn(TERMINATING, false, true);
        turn(new PodStage.Terminated(Instant.EPOCH, KillReason.COMPLETED), false, true);

        assertThat(kinds())
                .containsExactly(
                        TurnKind.CREATE,
                        TurnKind.SYNC,
                        TurnKind.UPDATE,
                        TurnKind.KILL,
                        TurnKind.TERMINATED);
        assertThat(told.getFirst())
                .isEqualTo(new Figure.Turn(TurnKind.CREATE, Duration.ofMillis(10)));
    }

    @Test
    void aPodThatEndsByItselfIsNotKilled() {
        turn(SYNCING, true, false);
        turn(TERMINATING, false, false);

        assertThat(kinds()).containsExactly(TurnKind.CREATE, TurnKind.SYNC);
    }

    @Test
    void waitingForAnotherPodIsNoTurn() {
        turn(new PodStage.Waiting(Instant.EPOCH, new PodUid("older")), true, false);
        turn(SYNCING, false, false);

        assertThat(kinds()).containsExactly(TurnKind.CREATE);
    }
}
