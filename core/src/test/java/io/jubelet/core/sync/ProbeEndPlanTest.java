package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Probed;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A container that its liveness or startup probe ended.
final class ProbeEndPlanTest {
    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("Always", pod("web").containers("app").build(), true),
                arguments(
                        "OnFailure",
                        pod("web").containers("app").restart("OnFailure").build(),
                        true),
                arguments("Never", pod("web").containers("app").restart("Never").build(), false),
                arguments(
                        "Never, but the container's own policy is OnFailure",
                        pod("web").container("app", "OnFailure").restart("Never").build(),
                        true),
                arguments(
                        "Always, but the container's own policy is Never",
                        pod("web").container("app", "Never").build(),
                        false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isReplacedUnlessItNeverRestartsWhateverItEndedWith(
            String name, DesiredPod desired, boolean replaced) {
        var observed = seen(desired).sandbox(0).exited("app", 0, 0).build();

        var plan =
                PodPlanner.plan(
                        new PlanInput(
                                desired,
                                observed,
                                Probed.ended(id("app", 0)),
                                RestartBackOff.NONE,
                                PAST.plusSeconds(1)));

        assertThat(plan.over()).as(name).isEqualTo(!replaced);
        assertThat(plan.actions()).as(name).hasSize(replaced ? 1 : 0);
    }

    @Test
    void isReplacedInANewSandboxWhereItsOwnIsGone() {
        var desired = pod("web").containers("app").restart("OnFailure").build();
        var observed = seen(desired).deadSandbox(0).exited("app", 0, 0).build();

        var plan =
                PodPlanner.plan(
                        new PlanInput(
                                desired,
                                observed,
                                Probed.ended(id("app", 0)),
                                RestartBackOff.NONE,
                                PAST));

        assertThat(plan.actions()).singleElement().isInstanceOf(PodAction.CreateSandbox.class);
    }
}
