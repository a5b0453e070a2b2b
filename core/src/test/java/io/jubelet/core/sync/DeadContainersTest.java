package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.testing.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class DeadContainersTest {
    private static final Instant NOW = PAST.plus(Duration.ofDays(1));
    private static final Duration HOUR = Duration.ofHours(1);
    private static final DesiredPod POD = pod("web").containers("app", "log").build();

    /// Cases of TestContainerGC.
    static Stream<Arguments> containers() {
        return Stream.of(
                row(
                        "no containers should be removed if both max container and per pod"
                                + " container limits are not set",
                        -1,
                        s -> exited(s, "app", 5),
                        "app-5 app-4 app-3 app-2 app-1 app-0"),
                row(
                        "recently started containers should not be removed",
                        2,
                        s -> exited(s.made(NOW.minusSeconds(9)), "app", 5),
                        "app-5 app-4 app-3 app-2 app-1 app-0"),
                row(
                        "recently started containers should not be removed: nor do they count",
                        1,
                        s ->
                                exited(s, "app", 2)
                                        .made(NOW.minusSeconds(9))
                                        .exited("app", 4, 1)
                                        .exited("app", 3, 1),
                        "app-4 app-3 app-2"),
                row(
                        "oldest containers should be removed when per pod container limit exceeded:"
                                + " the newest is beside them",
                        2,
                        s -> exited(s, "app", 4),
                        "app-4 app-3 app-2"),
                row(
                        "oldest containers should be removed when per pod container limit exceeded:"
                                + " beside one that runs",
                        2,
                        s -> exited(s, "app", 3).running("app", 4),
                        "app-4 app-3 app-2"),
                row(
                        "running containers should not be removed",
                        0,
                        s -> s.exited("app", 2, 1).exited("app", 1, 1).running("app"),
                        "app-2 app-0"),
                row(
                        "no containers should be removed when limits are not exceeded",
                        2,
                        s -> exited(s, "app", 2),
                        "app-2 app-1 app-0"),
                row(
                        "max container count should apply per (UID, container) pair",
                        1,
                        s -> exited(exited(s, "app", 2), "log", 3),
                        "log-3 app-2 log-2 app-1"),
                row(
                        "with no place for any the newest is left, which tells how it ended",
                        0,
                        s -> exited(s, "app", 3),
                        "app-3"),
                row(
                        "with no place for any nothing is left beside one that runs",
                        0,
                        s -> exited(s, "app", 2).running("app", 3),
                        "app-3"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("containers")
    void leaves(String name, int perContainer, PodObservation seen, String left) {
        var removed = removed(seen, limits(HOUR, perContainer));

        assertThat(seen.containers().stream().map(ObservedContainer::id))
                .as(name)
                .filteredOn(it -> !removed.contains(it.value()))
                .map(Object::toString)
                .containsExactly(left.split(" ", -1));
    }

    /// Cases of TestSandboxGC.
    static Stream<Arguments> sandboxes() {
        return Stream.of(
                row(
                        "sandboxes for existing pods should not be garbage collected.",
                        s -> s.sandbox(0),
                        "sandbox-0"),
                row(
                        "sandboxes for existing pods should not be garbage collected.: nor dead",
                        s -> s.deadSandbox(0),
                        "sandbox-0"),
                row(
                        "older exited sandboxes without containers for existing pods should be"
                                + " garbage collected if there are more than one exited sandboxes.",
                        s -> s.deadSandbox(0).deadSandbox(1),
                        "sandbox-1"),
                row(
                        "older exited sandboxes with containers for existing pods should not be"
                                + " garbage collected even if there are more than one exited"
                                + " sandboxes.",
                        s -> s.deadSandbox(0).exited("app", 0, 1).deadSandbox(1),
                        "sandbox-1 sandbox-0"),
                row(
                        "sandbox with containers should not be garbage collected.",
                        s -> s.deadSandbox(0).exited("app", 0, 1),
                        "sandbox-0"),
                row(
                        "multiple sandboxes should be handled properly.",
                        s ->
                                s.deadSandbox(0)
                                        .deadSandbox(1)
                                        .exited("app", 0, 1)
                                        .sandbox(2)
                                        .running("log"),
                        "sandbox-2 sandbox-1"),
                row(
                        "a sandbox goes with the last container in it",
                        s ->
                                s.deadSandbox(0)
                                        .exited("app", 0, 1)
                                        .sandbox(1)
                                        .exited("app", 1, 1)
                                        .running("app", 2),
                        "sandbox-1"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sandboxes")
    void leavesSandboxes(String name, int perContainer, PodObservation seen, String left) {
        var removed = removed(seen, limits(HOUR, perContainer));

        assertThat(seen.sandboxes().stream().map(ObservedSandbox::id))
                .as(name)
                .filteredOn(it -> !removed.contains(it.value()))
                .map(Object::toString)
                .containsExactly(left.split(" ", -1));
    }

    @Test
    void looksAgainWhenTheFirstThatIsOneTooManyIsOldEnough() {
        var second = NOW.minus(Duration.ofMinutes(50));
        var seen =
                seen(POD)
                        .sandbox(0)
                        .exited("app", 0, 1)
                        .made(second)
                        .exited("app", 1, 1)
                        .made(NOW.minusSeconds(9))
                        .exited("app", 2, 1)
                        .running("app", 3);

        assertThat(at(seen, NOW, 1)).contains(second.plus(HOUR));
        assertThat(at(seen, NOW, 2)).contains(NOW.minusSeconds(9).plus(HOUR));
        assertThat(at(seen, NOW, 3)).isEmpty();
        assertThat(at(seen, NOW, -1)).isEmpty();
    }

    @Test
    void oneThatIsOldEnoughGoesAtThatMoment() {
        var made = NOW.minusSeconds(9);
        var seen = seen(POD).sandbox(0).made(made).exited("app", 0, 1).running("app", 1);
        var ripe = made.plus(HOUR);

        assertThat(of(seen, ripe.minusNanos(1), 0).removals()).isEmpty();
        assertThat(of(seen, ripe, 0).removals()).hasSize(1);
        assertThat(at(seen, ripe, 0)).isEmpty();
    }

    /// A clock that was set back makes a container of the future.
    @Test
    void withoutAnAgeNoClockIsAsked() {
        var seen = exited(seen(POD).sandbox(0).made(NOW.plus(HOUR)), "app", 2);

        assertThat(removed(seen.build(), DeadContainerLimits.STANDARD))
                .containsExactly(id("app", 0).value());
    }

    @Test
    void anAgeIsNotNegative() {
        assertThatThrownBy(() -> limits(HOUR.negated(), 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Optional<Instant> at(Seen seen, Instant now, int perContainer) {
        return of(seen, now, perContainer).nextAt();
    }

    private static DeadContainers.Leftovers of(Seen seen, Instant now, int perContainer) {
        return DeadContainers.of(seen.build(), limits(HOUR, perContainer), now);
    }

    private static List<String> removed(PodObservation seen, DeadContainerLimits limits) {
        return DeadContainers.of(seen, limits, NOW).removals().stream()
                .map(DeadContainersTest::removed)
                .toList();
    }

    private static String removed(PodAction action) {
        return switch (action) {
            case PodAction.RemoveContainer container -> container.id().value();
            case PodAction.RemoveSandbox sandbox -> sandbox.id().value();
            default -> throw new AssertionError("not a removal: " + action);
        };
    }

    /// Instances from that number down to the first.
    private static Seen exited(Seen seen, String name, int newest) {
        for (var attempt = newest; attempt >= 0; attempt--) {
            seen.exited(name, attempt, 1);
        }
        return seen;
    }

    private static DeadContainerLimits limits(Duration age, int perContainer) {
        return new DeadContainerLimits(age, perContainer, -1);
    }

    private static Arguments row(
            String name, int perContainer, UnaryOperator<Seen> holds, String left) {
        return arguments(name, perContainer, holds.apply(seen(POD).sandbox(0)).build(), left);
    }

    private static Arguments row(String name, UnaryOperator<Seen> holds, String left) {
        return arguments(name, 1, holds.apply(seen(POD)).build(), left);
    }
}
