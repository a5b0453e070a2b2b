package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is told of a pod that the node ends.
final class OrderedEndTest {
    private static final DesiredPod WEB = pod("web").containers("app").build();

    static Stream<Arguments> ends() {
        return Stream.of(
                row("runs while it is ended", false, false, s -> s.running("app"), "Running", ""),
                row("ended well", false, true, s -> s.exited("app", 0, 0), "Succeeded", ""),
                row("ended badly", false, true, s -> s.exited("app", 0, 137), "Failed", "Why"),
                row("never started", false, true, s -> s, "Failed", "Why"),
                row("runs too long", true, false, s -> s.running("app"), "Failed", "Why"),
                row("ran too long", true, true, s -> s.exited("app", 0, 0), "Failed", "Why"));
    }

    private static Arguments row(
            String name,
            boolean certain,
            boolean stopped,
            UnaryOperator<Seen> observed,
            String phase,
            String reason) {
        return Arguments.of(name, certain, stopped, observed, phase, reason);
    }

    @ParameterizedTest(name = "a pod that {0}")
    @MethodSource("ends")
    void saysHowItEnded(
            String name,
            boolean certain,
            boolean stopped,
            UnaryOperator<Seen> observed,
            String phase,
            String reason) {
        var target = PodCondition.newBuilder().setType("DisruptionTarget").setStatus("True");
        var end = new EndStatus(certain, "Why", "because", List.of(target.build()));

        var status =
                StatusCalculator.calculate(
                        new StatusInput(
                                WEB,
                                observed.apply(seen(WEB).sandbox(0)).build(),
                                List.of(),
                                PodStatus.newBuilder().setPhase("Running").build(),
                                stopped,
                                Optional.of(end),
                                StatusInput.NodeSide.of("containerd"),
                                PAST));

        assertThat(status.getPhase()).isEqualTo(phase);
        assertThat(status.getReason()).isEqualTo(reason);
        assertThat(status.getMessage()).isEqualTo(reason.isEmpty() ? "" : "because");
        assertThat(OwnedConditions.holds(status, "DisruptionTarget"))
                .as("told with the end, not before")
                .isEqualTo(!phase.equals("Running"));
    }
}
