package io.jubelet.core.pod;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndDiffTest {
    private static final DesiredPod POD =
            pod("web").initContainers("setup").sidecars("proxy").containers("app").build();

    private static ContainerStatus running(String name) {
        var status = ContainerStatus.newBuilder().setName(name);
        status.getStateBuilder().getRunningBuilder().getStartedAtBuilder().setSeconds(1);
        return status.build();
    }

    private static ContainerStatus ended(String name, int code) {
        var status = ContainerStatus.newBuilder().setName(name);
        status.getStateBuilder().getTerminatedBuilder().setExitCode(code).setReason("Error");
        return status.build();
    }

    private static PodStatus main(ContainerStatus status) {
        return PodStatus.newBuilder().addContainerStatuses(status).build();
    }

    private static PodStatus init(ContainerStatus... statuses) {
        return PodStatus.newBuilder().addAllInitContainerStatuses(List.of(statuses)).build();
    }

    private static List<Figure.ContainerEnded> between(PodStatus before, PodStatus after) {
        return EndDiff.between(before, after, POD, seen(POD).sandbox(0).build());
    }

    @Test
    void anEndIsToldOnce() {
        assertThat(between(main(running("app")), main(ended("app", 3))))
                .extracting(Figure.ContainerEnded::type, Figure.ContainerEnded::exitCode)
                .containsExactly(tuple(ContainerType.CONTAINER, 3));
        assertThat(between(main(ended("app", 3)), main(ended("app", 3)))).isEmpty();
    }

    @Test
    void oneThatIsSeenForTheFirstTimeAsEndedIsToldToo() {
        assertThat(between(PodStatus.getDefaultInstance(), main(ended("app", 0)))).hasSize(1);
    }

    @Test
    void aContainerThatRunsAgainHasNotEnded() {
        assertThat(between(main(ended("app", 3)), main(running("app")))).isEmpty();
    }

    @Test
    void anotherContainersEndIsNotItsOwn() {
        var before = PodStatus.newBuilder().addContainerStatuses(ended("log", 1));
        before.addContainerStatuses(running("app"));
        var after = PodStatus.newBuilder().addContainerStatuses(ended("log", 1));
        after.addContainerStatuses(ended("app", 2));

        assertThat(between(before.build(), after.build()))
                .extracting(Figure.ContainerEnded::exitCode)
                .containsExactly(2);
    }

    @Test
    void containersThatWereAddedToLookIntoThePodCountToo() {
        var after = PodStatus.newBuilder().addEphemeralContainerStatuses(ended("debug", 0));

        assertThat(between(PodStatus.getDefaultInstance(), after.build()))
                .extracting(Figure.ContainerEnded::type)
                .containsExactly(ContainerType.EPHEMERAL_CONTAINER);
    }

    @ParameterizedTest(name = "ended {0} s after its start")
    @ValueSource(longs = {7, 0, -1})
    void howLongItRanIsWhatTheRuntimeSaw(long seconds) {
        var ran = Duration.ofSeconds(seconds);
        var seen = seen(POD).sandbox(0).exited("app", 0, 3, Seen.PAST.plus(ran)).build();

        assertThat(EndDiff.between(main(running("app")), main(ended("app", 3)), POD, seen))
                .extracting(Figure.ContainerEnded::ran)
                .containsExactly(seconds > 0 ? Optional.of(ran) : Optional.empty());
    }

    @Test
    void sidecarsAreInitContainersThatNobodyWaitsFor() {
        var before = init(running("setup"), running("proxy"));
        var after = init(ended("setup", 0), ended("proxy", 0));

        assertThat(between(before, after))
                .extracting(Figure.ContainerEnded::type, Figure.ContainerEnded::sidecar)
                .containsExactly(
                        tuple(ContainerType.INIT_CONTAINER, false),
                        tuple(ContainerType.INIT_CONTAINER, true));
    }
}
