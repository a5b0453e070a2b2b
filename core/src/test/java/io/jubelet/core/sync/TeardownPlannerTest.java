package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.sync.PodAction.Reason;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TeardownPlannerTest {
    private static final DesiredPod WEB = pod("web").containers("app", "log").build();
    private static final Optional<Duration> GRACE = Optional.of(Duration.ofSeconds(30));

    @Test
    void stopsContainersBeforeTheirSandbox() {
        var observed = seen(WEB).sandbox(0).running("app", "log").build();

        assertThat(TeardownPlanner.stop(observed, GRACE))
                .containsExactly(stop("app", 30), stop("log", 30));
    }

    @Test
    void stopsTheSandboxOnceNoContainerRuns() {
        var observed = seen(WEB).sandbox(0).exited("app", 0, 0).exited("log", 0, 1).build();

        assertThat(TeardownPlanner.stop(observed, GRACE))
                .containsExactly(
                        new PodAction.StopSandbox(new SandboxId("sandbox-0"), Reason.POD_ENDS));
    }

    @Test
    void hasNothingToDoWhenNoProcessCanBeAlive() {
        var observed = seen(WEB).deadSandbox(0).exited("app", 0, 0).created("log").build();

        assertThat(TeardownPlanner.stop(observed, GRACE)).isEmpty();
    }

    @Test
    void givesNoContainerLessThanTwoSeconds() {
        var observed = seen(WEB).sandbox(0).running("app").build();

        assertThat(TeardownPlanner.stop(observed, Optional.of(Duration.ZERO)))
                .containsExactly(stop("app", 2));
    }

    @Test
    void removesContainersBeforeSandboxes() {
        var observed = seen(WEB).deadSandbox(0).exited("app", 0, 0).build();

        assertThat(TeardownPlanner.remove(observed))
                .containsExactly(
                        new PodAction.RemoveContainer(id("app", 0), "app"),
                        new PodAction.RemoveSandbox(new SandboxId("sandbox-0")));
    }

    private static PodAction stop(String container, int seconds) {
        return new PodAction.StopContainer(
                id(container, 0), container, Duration.ofSeconds(seconds), Reason.POD_ENDS);
    }
}
