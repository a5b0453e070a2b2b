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
import java.util.List;
import org.junit.jupiter.api.Test;

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
