package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Seen;
import io.jubelet.core.testing.StepExecution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How long the API server lacks what a worker says.
final class StatusLagTest {
    private static final DesiredPod WEB = pod("web").containers("app").build();

    private final StepExecution execution = new StepExecution();
    private final StatusBoard board = new StatusBoard(execution);

    private void says(String phase) {
        board.changed(view(phase, false));
    }

    private static PodView view(String phase, boolean ready) {
        var condition =
                PodCondition.newBuilder().setType("Ready").setStatus(ready ? "True" : "False");
        var status = PodStatus.newBuilder().setPhase(phase);
        return new PodView(
                WEB.identity(),
                Optional.of(WEB.pod()),
                "Syncing",
                Seen.PAST,
                (ready ? status.addConditions(condition) : status).build(),
                List.of(),
                phase.equals("Succeeded"),
                false);
    }

    private void pass(long seconds) {
        execution.pass(Duration.ofSeconds(seconds));
    }

    private StatusBoard.Job take() {
        return board.take(execution.tick()).orElseThrow();
    }

    private Optional<Duration> written(StatusBoard.Job job) {
        var status = ((StatusWrite.Change) job.write()).status();
        var result = WEB.pod().toBuilder().setStatus(status).build();
        return board.written(job, result, execution.tick());
    }

    @Test
    void countsFromTheFirstWordThatItDoesNotHave() {
        board.heard(List.of(WEB.pod()));
        says("Pending");
        pass(2);
        says("Running");
        pass(3);

        assertThat(written(take())).contains(Duration.ofSeconds(5));
    }

    @Test
    void theSameWordAgainIsNoNewOne() {
        board.heard(List.of(WEB.pod()));
        says("Pending");
        assertThat(written(take())).contains(Duration.ZERO);
        pass(60);
        says("Pending");
        assertThat(board.take(execution.tick())).isEmpty();
        pass(60);
        says("Running");
        pass(1);

        assertThat(written(take())).contains(Duration.ofSeconds(1));
    }

    @Test
    void whatIsSaidWhileSomethingIsWrittenCountsFromThen() {
        board.heard(List.of(WEB.pod()));
        says("Pending");
        var job = take();
        pass(2);
        says("Running");
        pass(1);
        assertThat(written(job)).contains(Duration.ofSeconds(3));
        pass(4);

        assertThat(written(take())).contains(Duration.ofSeconds(5));
    }

    @Test
    void aTryThatFailedStartsNothingAnew() {
        board.heard(List.of(WEB.pod()));
        says("Pending");
        pass(2);
        board.failed(take());
        pass(8);

        assertThat(written(take())).contains(Duration.ofSeconds(10));
    }

    @Test
    void aWordThatTheServerHasAlreadyIsNotLacked() {
        var running = PodStatus.newBuilder().setPhase("Running").build();
        board.heard(List.of(WEB.pod().toBuilder().setStatus(running).build()));
        says("Running");
        assertThat(board.take(execution.tick())).isEmpty();
        pass(3600);
        says("Succeeded");
        pass(1);

        assertThat(written(take())).contains(Duration.ofSeconds(1));
    }

    @Test
    void whatMoreIsSaidOfAtOnceIsToldWithIt() {
        board.heard(List.of(WEB.pod()));
        board.changing(view("Pending", false), Duration.ofSeconds(1));
        assertThat(board.take(execution.tick())).isEmpty();
        assertThat(board.untilDue(execution.tick())).contains(Duration.ofSeconds(1));
        says("Running");

        var job = take();
        assertThat(((StatusWrite.Change) job.write()).status().getPhase()).isEqualTo("Running");
        assertThat(board.take(execution.tick())).isEmpty();
        assertThat(board.untilDue(execution.tick())).isEmpty();
    }

    @Test
    void whatIsNotFollowedByMoreIsToldWhenItsTimeIsOverHoweverOftenItIsSaid() {
        board.heard(List.of(WEB.pod()));
        board.changing(view("Pending", false), Duration.ofSeconds(2));
        pass(1);
        board.changing(view("Running", false), Duration.ofSeconds(2));
        assertThat(board.take(execution.tick())).isEmpty();
        assertThat(board.untilDue(execution.tick())).contains(Duration.ofSeconds(1));
        pass(1);

        assertThat(written(take())).contains(Duration.ofSeconds(2));
    }

    @Test
    void whatOthersWaitForIsToldAtOnceThoughMoreFollows() {
        board.heard(List.of(WEB.pod()));
        board.changing(view("Running", true), Duration.ofSeconds(2));

        assertThat(written(take())).contains(Duration.ZERO);
    }
}
