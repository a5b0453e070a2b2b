package io.jubelet.core.pod;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PodTransitionsTest {
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = BEFORE.plusSeconds(5);
    private static final Optional<Duration> GRACE = Optional.of(Duration.ofSeconds(30));

    private static final DesiredPod WEB = pod("web").containers("app").build();

    private static final PodStage WAITING = new PodStage.Waiting(BEFORE, new PodUid("old"));
    private static final PodStage SYNCING = new PodStage.Syncing(BEFORE);
    private static final PodStage TERMINATING =
            new PodStage.Terminating(BEFORE, GRACE, KillReason.COMPLETED);
    private static final PodStage TERMINATED =
            new PodStage.Terminated(BEFORE, KillReason.COMPLETED);
    private static final PodStage FINISHED = new PodStage.Finished(BEFORE);

    private static final PodMail NOTHING = PodMail.EMPTY;
    private static final PodMail WANTED = PodMail.EMPTY.wanting(WEB);
    private static final PodMail RELEASED = PodMail.EMPTY.releasing();
    private static final PodMail REMOVED = PodMail.EMPTY.removing();
    private static final PodStage ENDING = new PodStage.Terminating(NOW, GRACE, KillReason.REMOVED);

    /// Cases of TestUpdatePod, Test_removeTerminatedWorker, Test_allowPodStart.
    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("a new pod is recorded and started", SYNCING, WANTED, SYNCING),
                arguments("not yet started worker", WAITING, NOTHING, WAITING),
                arguments(
                        "waiting to start worker because of another started pod with the same"
                                + " fullname",
                        WAITING,
                        WANTED,
                        WAITING),
                arguments(
                        "a waiting pod may be told to wait for another",
                        WAITING,
                        PodMail.EMPTY.waitingFor(new PodUid("other")),
                        new PodStage.Waiting(BEFORE, new PodUid("other"))),
                arguments("a released pod syncs", WAITING, RELEASED, new PodStage.Syncing(NOW)),
                arguments("orphaned not started worker: it never starts", WAITING, REMOVED, ENDING),
                arguments(
                        "static pod if the static pod is terminated should not be allowed: removal"
                                + " wins over release",
                        WAITING,
                        RELEASED.removing(),
                        ENDING),
                arguments("a syncing pod goes on", SYNCING, NOTHING, SYNCING),
                arguments("release means nothing to a syncing pod", SYNCING, RELEASED, SYNCING),
                arguments("orphaned started worker: it ends", SYNCING, REMOVED, ENDING),
                arguments("orphaned terminating worker", TERMINATING, REMOVED, TERMINATING),
                arguments(
                        "orphaned terminating worker with no activeUpdate",
                        TERMINATING,
                        NOTHING,
                        TERMINATING),
                arguments(
                        "orphaned terminating worker with pendingUpdate",
                        TERMINATING,
                        WANTED.removing(),
                        TERMINATING),
                arguments(
                        "a new pod is recorded and started unless it is a duplicate of an existing"
                                + " terminating pod UID: an ending pod is not wanted back",
                        TERMINATING,
                        WANTED.releasing(),
                        TERMINATING),
                arguments("orphaned terminated worker", TERMINATED, REMOVED, TERMINATED),
                arguments(
                        "orphaned terminated worker with no activeUpdate",
                        TERMINATED,
                        NOTHING,
                        TERMINATED),
                arguments(
                        "orphaned terminated worker with pendingUpdate",
                        TERMINATED,
                        WANTED.removing(),
                        TERMINATED),
                arguments("a finished pod stays finished", FINISHED, REMOVED, FINISHED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void goesOn(String name, PodStage stage, PodMail mail, PodStage expected) {
        assertThat(PodTransitions.next(stage, mail, Optional.of(WEB), NOW))
                .as(name)
                .isEqualTo(expected);
    }

    /// Cases of TestUpdatePod.
    static Stream<Arguments> deletions() {
        return Stream.of(
                arguments(
                        "a running pod is terminated when an update contains a deletionTimestamp",
                        SYNCING,
                        deletedIn(15),
                        15L),
                arguments(
                        "a pod deleted before it started never starts", WAITING, deletedIn(7), 7L),
                arguments("a deletion at once leaves a second", SYNCING, deletedIn(0), 1L),
                arguments("a later deletion shortens the grace", ending(30), deletedIn(5), 5L),
                arguments("a later deletion never lengthens it", ending(5), deletedIn(30), 5L));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deletions")
    void endsWithin(String name, PodStage stage, DesiredPod deleted, long seconds) {
        var next = PodTransitions.next(stage, PodMail.EMPTY, Optional.of(deleted), NOW);

        assertThat(next)
                .as(name)
                .isInstanceOfSatisfying(
                        PodStage.Terminating.class,
                        terminating ->
                                assertThat(terminating.grace())
                                        .contains(Duration.ofSeconds(seconds)));
    }

    /// Cases of TestUpdatePod.
    static Stream<Arguments> ends() {
        var evicted = PodMail.EMPTY.ordering(order(KillReason.EVICTED, Optional.empty()));
        var soon = Optional.of(Duration.ofSeconds(3));
        return Stream.of(
                arguments(
                        "a running pod is terminated when an eviction is requested",
                        evicted,
                        WEB,
                        new PodStage.Terminating(NOW, GRACE, KillReason.EVICTED)),
                arguments(
                        "an order has a grace of its own",
                        PodMail.EMPTY.ordering(order(KillReason.PREEMPTED, soon)),
                        WEB,
                        new PodStage.Terminating(NOW, soon, KillReason.PREEMPTED)),
                arguments(
                        "a pod that is terminal and has never started must be terminated if the"
                                + " runtime does not have a cached terminal state",
                        NOTHING,
                        pod("web")
                                .containers("app")
                                .with(p -> p.getStatusBuilder().setPhase("Succeeded"))
                                .build(),
                        new PodStage.Terminating(NOW, GRACE, KillReason.COMPLETED)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void ends(String name, PodMail mail, DesiredPod wanted, PodStage expected) {
        assertThat(PodTransitions.next(SYNCING, mail, Optional.of(wanted), NOW))
                .as(name)
                .isEqualTo(expected);
    }

    @Test
    void leavesAnOrphanTheGraceItHas() {
        assertThat(PodTransitions.next(ending(1), PodMail.EMPTY, Optional.empty(), NOW))
                .isEqualTo(ending(1));
    }

    /// Cases of TestKillPodNowFunc.
    @Test
    void twoOrdersAreToldBothAndTheShorterGraceCounts() {
        var told = new ArrayList<String>();
        var first =
                new KillOrder(
                        KillReason.PREEMPTED,
                        "A",
                        "a",
                        List.of(),
                        Optional.empty(),
                        () -> told.add("a"));
        var second =
                new KillOrder(
                        KillReason.EVICTED,
                        "B",
                        "b",
                        List.of(),
                        Optional.of(Duration.ZERO),
                        () -> told.add("b"));

        var both = PodMail.EMPTY.ordering(first).ordering(second).order().orElseThrow();
        both.done().run();

        assertThat(both.reason()).isEqualTo("A");
        assertThat(both.grace()).contains(Duration.ZERO);
        assertThat(told).containsExactly("a", "b");
    }

    private static KillOrder order(KillReason why, Optional<Duration> grace) {
        return new KillOrder(why, "Reason", "room", List.of(), grace, () -> {});
    }

    private static PodStage ending(long grace) {
        return new PodStage.Terminating(
                BEFORE, Optional.of(Duration.ofSeconds(grace)), KillReason.DELETED);
    }

    private static DesiredPod deletedIn(long seconds) {
        return pod("web")
                .containers("app")
                .with(
                        p ->
                                p.getMetadataBuilder()
                                        .setDeletionGracePeriodSeconds(seconds)
                                        .getDeletionTimestampBuilder()
                                        .setSeconds(1000 + seconds))
                .build();
    }
}
