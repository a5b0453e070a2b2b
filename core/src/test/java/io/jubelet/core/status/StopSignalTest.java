package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which signal ends a container.
final class StopSignalTest {
    private static final DesiredPod WEB =
            pod("web")
                    .containers("app")
                    .with(
                            p ->
                                    p.getSpecBuilder()
                                            .getContainersBuilder(0)
                                            .getLifecycleBuilder()
                                            .setStopSignal("SIGUSR1"))
                    .build();

    @Test
    void isToldAsTheRuntimeSaysIt() {
        assertThat(app(seen(WEB).sandbox(0).endedBy("SIGQUIT").running("app"), true))
                .returns("SIGQUIT", ContainerStatus::getStopSignal);
        assertThat(app(seen(WEB).sandbox(0).running("app"), true))
                .returns(false, ContainerStatus::hasStopSignal);
    }

    @Test
    void isNotToldWhereTheGateIsOff() {
        assertThat(app(seen(WEB).sandbox(0).endedBy("SIGQUIT").running("app"), false))
                .returns(false, ContainerStatus::hasStopSignal);
    }

    private static ContainerStatus app(Seen observed, boolean told) {
        var status =
                StatusCalculator.calculate(
                        new StatusInput(
                                WEB,
                                observed.build(),
                                List.of(),
                                PodStatus.getDefaultInstance(),
                                false,
                                Optional.empty(),
                                new StatusInput.NodeSide(
                                        "containerd",
                                        List.of(),
                                        ProbeResults.NONE,
                                        HandlerFeatures.NONE,
                                        told),
                                PAST));
        return status.getContainerStatuses(0);
    }
}
