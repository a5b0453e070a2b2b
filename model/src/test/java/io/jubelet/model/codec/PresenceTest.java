package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateRunning;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PresenceTest {
    private static final ContainerStateTerminated ENDED =
            ContainerStateTerminated.newBuilder().setExitCode(3).setReason("Error").build();

    @Test
    void whatHoldsNothingIsAsGoodAsLeftOut() {
        var servers = ENDED.toBuilder().setSignal(0).setMessage("").build();

        assertThat(ENDED).isNotEqualTo(servers);
        assertThat(Presence.same(status(ENDED), status(servers))).isTrue();
        assertThat(Presence.same(List.of(ENDED), List.of(servers))).isTrue();
    }

    private static PodStatus status(ContainerStateTerminated ended) {
        var container =
                ContainerStatus.newBuilder()
                        .setName("main")
                        .setState(ContainerState.newBuilder().setTerminated(ended));
        return PodStatus.newBuilder().addContainerStatuses(container).build();
    }

    @Test
    void anotherValueIsADifference() {
        var other = ENDED.toBuilder().setExitCode(4).build();

        assertThat(Presence.same(status(ENDED), status(other))).isFalse();
        assertThat(Presence.same(List.of(ENDED), List.of(other))).isFalse();
        assertThat(Presence.same(List.of(ENDED), List.of())).isFalse();
    }

    @Test
    void anEmptyMessageSaysThatItIsThere() {
        var running =
                ContainerState.newBuilder()
                        .setRunning(ContainerStateRunning.getDefaultInstance())
                        .build();

        assertThat(Presence.same(running, ContainerState.getDefaultInstance())).isFalse();
    }
}
