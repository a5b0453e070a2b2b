package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.status.ProbeResults;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.testing.Probed;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A container that was ended for another to take its place.
final class ProbeEndPlanTest {
    static Stream<Arguments> rows() {
        var always = pod("web").containers("app").build();
        var onFailure = pod("web").containers("app").restart("OnFailure").build();
        var never = pod("web").containers("app").restart("Never").build();
        var ownOnFailure = pod("web").container("app", "OnFailure").restart("Never").build();
        var ownNever = pod("web").container("app", "Never").build();
        return Stream.of(
                arguments("liveness, Always", always, Reason.LIVENESS_FAILED, true),
                arguments("liveness, OnFailure", onFailure, Reason.LIVENESS_FAILED, true),
                arguments("liveness, Never", never, Reason.LIVENESS_FAILED, false),
                arguments("startup, Never", never, Reason.STARTUP_FAILED, false),
                arguments(
                        "liveness, Never, but the container's own policy is OnFailure",
                        ownOnFailure,
                        Reason.LIVENESS_FAILED,
                        true),
                arguments(
                        "startup, Always, but the container's own policy is Never",
                        ownNever,
                        Reason.STARTUP_FAILED,
                        false),
                arguments(
                        "another specification, Never", never, Reason.SPECIFICATION_CHANGED, true),
                arguments("an unknown state, Never", never, Reason.STATE_UNKNOWN, true),
                arguments("its sandbox, Always", always, Reason.SANDBOX_CHANGED, false),
                arguments("its postStart hook, Always", always, Reason.HOOK_FAILED, false),
                arguments("its pod's end, Always", always, Reason.POD_ENDS, false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void makesRoomForAnother(String name, DesiredPod desired, Reason why, boolean another) {
        var stop = new PodAction.StopContainer(id("app", 0), "app", Duration.ZERO, why);

        assertThat(stop.makesRoom(desired)).as(name).isEqualTo(another);
    }

    @Test
    void whatThePodDoesNotHaveMakesNoRoom() {
        var desired = pod("web").containers("app").build();
        var stop =
                new PodAction.StopContainer(
                        id("old", 0), "old", Duration.ZERO, Reason.SPECIFICATION_CHANGED);

        assertThat(stop.makesRoom(desired)).isFalse();
    }

    /// Cases of TestComputePodActions.
    static Stream<Arguments> ended() {
        return Stream.of(
                arguments(
                        "Kill and recreate the container if the container is in unknown state:"
                                + " then start another",
                        Probed.ended(id("app", 0)),
                        1),
                arguments("one that ended by itself", ProbeResults.NONE, 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ended")
    void isReplacedThoughItIsNeverRestarted(String name, ProbeResults probes, int started) {
        var desired = pod("web").containers("app").restart("Never").build();
        var observed = seen(desired).sandbox(0).exited("app", 0, 0).build();

        var plan =
                PodPlanner.plan(
                        new PlanInput(
                                desired,
                                observed,
                                probes,
                                RestartBackOff.NONE,
                                PAST.plusSeconds(1)));

        assertThat(plan.over()).as(name).isEqualTo(started == 0);
        assertThat(plan.actions())
                .as(name)
                .hasSize(started)
                .allMatch(PodAction.StartContainer.class::isInstance);
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
