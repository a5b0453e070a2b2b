package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.runtime.ObservedContainer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MessageLimitTest {
    /// Upstream: TestStatusNormalizationEnforcesMaxBytes.
    @Test
    void statusNormalizationEnforcesMaxBytes() {
        var status = statusOf(16, "abcdefgh".repeat(1024));

        MessageLimit.apply(status, specOf(16, 16, 16));

        assertThat(all(status))
                .hasSize(48)
                .allSatisfy(one -> assertThat(lastMessage(one)).hasSize(256));
        assertThat(all(status).mapToInt(one -> lastMessage(one).length()).sum())
                .isEqualTo(MessageLimit.MOST_BYTES);
    }

    @ParameterizedTest(name = "of {0} containers, {1} init, {2} ephemeral each has {3} bytes")
    @CsvSource({
        "0, 0, 0, 12288",
        "1, 0, 0, 12288",
        "2, 0, 0, 6144",
        "1, 1, 1, 4096",
        "5, 0, 0, 2457",
        "0, 0, 13, 945"
    })
    void eachContainerOfTheSpecHasTheSameShare(int regular, int init, int ephemeral, int share) {
        var status = statusOf(1, "x".repeat(20_000));

        MessageLimit.apply(status, specOf(regular, init, ephemeral));

        assertThat(all(status)).allSatisfy(one -> assertThat(lastMessage(one)).hasSize(share));
    }

    @Test
    void whatFitsStaysAsItIs() {
        var fits = statusOf(1, "x".repeat(4096));
        var bare = PodStatus.newBuilder().addContainerStatuses(ContainerStatus.newBuilder());
        var before = List.of(fits.build(), bare.build());

        MessageLimit.apply(fits, specOf(1, 1, 1));
        MessageLimit.apply(bare, specOf(1, 1, 1));

        assertThat(List.of(fits.build(), bare.build())).isEqualTo(before);
    }

    @Test
    void noCharacterIsCutInHalf() {
        var status = statusOf(1, "a" + "€".repeat(5000));

        MessageLimit.apply(status, specOf(3, 0, 0));

        var message = lastMessage(status.getContainerStatuses(0));
        assertThat(message).isEqualTo("a" + "€".repeat(1365));
        assertThat(message.getBytes(StandardCharsets.UTF_8)).hasSize(4096);
        MessageLimit.apply(status, specOf(5, 0, 0));
        assertThat(lastMessage(status.getContainerStatuses(0))).isEqualTo("a" + "€".repeat(818));
    }

    @Test
    void holdsForTheStatusOfAPod() {
        var web = pod("web").containers("a", "b", "c", "d").restart("Never").build();
        var exit = new ObservedContainer.Exit(1, "Error", "m".repeat(4096), PAST);

        var status =
                StatusCalculator.calculate(
                        new StatusInput(
                                web,
                                seen(web).sandbox(0).exited("a", 0, exit).build(),
                                List.of(),
                                PodStatus.getDefaultInstance(),
                                false,
                                Optional.empty(),
                                StatusInput.NodeSide.of("containerd"),
                                PAST));

        assertThat(status.getContainerStatuses(0).getState().getTerminated().getMessage())
                .hasSize(3072);
    }

    private static PodSpec specOf(int regular, int init, int ephemeral) {
        var spec = PodSpec.newBuilder();
        IntStream.range(0, regular).forEach(_ -> spec.addContainersBuilder());
        IntStream.range(0, init).forEach(_ -> spec.addInitContainersBuilder());
        IntStream.range(0, ephemeral).forEach(_ -> spec.addEphemeralContainersBuilder());
        return spec.build();
    }

    /// As many of each kind, each of which said the message at its end before.
    private static PodStatus.Builder statusOf(int each, String message) {
        var container = ContainerStatus.newBuilder().setName("it");
        container.getLastStateBuilder().getTerminatedBuilder().setMessage(message);
        var status = PodStatus.newBuilder();
        for (var count = 0; count < each; count++) {
            status.addInitContainerStatuses(container)
                    .addContainerStatuses(container)
                    .addEphemeralContainerStatuses(container);
        }
        return status;
    }

    private static Stream<ContainerStatus> all(PodStatus.Builder status) {
        return Stream.of(
                        status.getInitContainerStatusesList(),
                        status.getContainerStatusesList(),
                        status.getEphemeralContainerStatusesList())
                .flatMap(List::stream);
    }

    private static String lastMessage(ContainerStatus status) {
        return status.getLastState().getTerminated().getMessage();
    }
}
