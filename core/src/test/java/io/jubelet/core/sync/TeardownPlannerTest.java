package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.id;
import static io.jubelet.core.testing.Seen.log;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.sync.TeardownPlanner.Stop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TeardownPlannerTest {
    private static final DesiredPod WEB = pod("web").containers("app", "log").build();
    private static final DesiredPod MESH =
            pod("mesh").sidecars("first", "last").containers("app").build();
    private static final Optional<Duration> GRACE = Optional.of(Duration.ofSeconds(30));

    @Test
    void stopsContainersBeforeTheirSandbox() {
        var observed = seen(WEB).sandbox(0).running("app", "log").build();

        assertThat(stop(observed, GRACE)).containsExactly(stop("app", 30), stop("log", 30));
    }

    @Test
    void stopsTheSandboxOnceNoContainerRuns() {
        var observed = seen(WEB).sandbox(0).exited("app", 0, 0).exited("log", 0, 1).build();

        assertThat(stop(observed, GRACE))
                .containsExactly(
                        new Stop(
                                new PodAction.StopSandbox(
                                        new SandboxId("sandbox-0"), Reason.POD_ENDS),
                                Set.of()));
    }

    @Test
    void hasNothingToDoWhenNoProcessCanBeAlive() {
        var observed = seen(WEB).deadSandbox(0).exited("app", 0, 0).created("log").build();

        assertThat(stop(observed, GRACE)).isEmpty();
    }

    @Test
    void leavesTheLeastGraceToTheStopItself() {
        var observed = seen(WEB).sandbox(0).running("app").build();

        assertThat(stop(observed, Optional.of(Duration.ZERO))).containsExactly(stop("app", 0));
        assertThat(TeardownPlanner.atLeastShortest(Duration.ZERO)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void removesContainersBeforeSandboxes() {
        var observed = seen(WEB).deadSandbox(0).exited("app", 0, 0).build();

        assertThat(TeardownPlanner.remove(observed))
                .containsExactly(
                        new PodAction.RemoveContainer(id("app", 0), log("app", 0)),
                        new PodAction.RemoveSandbox(new SandboxId("sandbox-0")));
    }

    @Test
    void leavesTheNewestLogsOfAPodThatBeginsAgain() {
        var observed = seen(WEB).deadSandbox(0).exited("app", 0, 0).exited("app", 1, 0).build();

        assertThat(TeardownPlanner.clear(observed))
                .containsExactlyInAnyOrder(
                        new PodAction.RemoveContainer(id("app", 0), log("app", 0)),
                        new PodAction.DropContainer(id("app", 1)),
                        new PodAction.RemoveSandbox(new SandboxId("sandbox-0")));
    }

    @Test
    void stopsSidecarsAfterTheRegularContainersAndTheLastOneFirst() {
        var both = seen(MESH).sandbox(0).running("first", "last", "app").build();
        var sidecars = seen(MESH).sandbox(0).running("first", "last").exited("app", 0, 0).build();
        var one = seen(MESH).sandbox(0).running("first").exited("last", 0, 0).build();

        assertThat(stop(both, MESH, 30, 0))
                .containsExactlyInAnyOrder(
                        stop("app", 30), stop("last", 30, "app"), stop("first", 30, "app", "last"));
        assertThat(stop(sidecars, MESH, 30, 20))
                .containsExactlyInAnyOrder(stop("last", 10), stop("first", 10, "last"));
        assertThat(stop(one, MESH, 30, 29)).containsExactly(stop("first", 1));
    }

    @Test
    void aSidecarWaitsForNoInitAndNoEphemeralContainer() {
        var observed = seen(MESH).sandbox(0).running("debug", "first", "last").build();

        assertThat(stop(observed, MESH, 30, 0))
                .containsExactlyInAnyOrder(
                        stop("debug", 30), stop("last", 30), stop("first", 30, "last"));
    }

    @Test
    void withoutGraceNothingWaitsForAnything() {
        var observed = seen(MESH).sandbox(0).running("first", "last", "app").build();

        assertThat(stop(observed, MESH, 0, 0))
                .containsExactly(stop("first", 0), stop("last", 0), stop("app", 0));
    }

    @Test
    void ofAPodThatNobodyKnowsAllContainersStopAtOnce() {
        var observed = seen(MESH).sandbox(0).running("first", "app").build();

        assertThat(TeardownPlanner.stop(observed, Optional.empty(), GRACE, Duration.ZERO))
                .containsExactly(stop("first", 30), stop("app", 30));
    }

    private static List<Stop> stop(PodObservation observed, Optional<Duration> grace) {
        return TeardownPlanner.stop(observed, Optional.of(WEB), grace, Duration.ZERO);
    }

    private static List<Stop> stop(
            PodObservation observed, DesiredPod desired, int grace, int spent) {
        return TeardownPlanner.stop(
                observed,
                Optional.of(desired),
                Optional.of(Duration.ofSeconds(grace)),
                Duration.ofSeconds(spent));
    }

    private static Stop stop(String container, int seconds, String... after) {
        return new Stop(
                new PodAction.StopContainer(
                        id(container, 0), container, Duration.ofSeconds(seconds), Reason.POD_ENDS),
                Stream.of(after).map(name -> id(name, 0)).collect(Collectors.toSet()));
    }
}
