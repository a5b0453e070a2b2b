package io.jubelet.core.status;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.PAST;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ObservedContainer.User;
import io.jubelet.core.testing.Seen;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.model.codec.MessageWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// As whom a container runs. Upstream: TestConvertToAPIContainerStatusesForUser; its gate can be
/// turned off no more.
final class ContainerUserTest {
    private static final DesiredPod WEB = pod("web").containers("app").build();
    private static final PodStatus NONE = PodStatus.getDefaultInstance();
    private static final User NOBODY = new User.Linux(65534, 65534, List.of());

    @ParameterizedTest
    @MethodSource
    void isToldAsTheGoKubeletTellsIt(Seen seen, String json) {
        var app = app(calculate(seen.running("app"), List.of(), NONE));

        assertThat(MessageWriter.toJson(app.getUser())).isEqualTo(json);
        assertThat(app.hasUser()).isTrue();
    }

    static Stream<Arguments> isToldAsTheGoKubeletTellsIt() {
        return Stream.of(
                argumentSet("empty user", somebody(new User.Somebody()), "{}"),
                argumentSet(
                        "linux user",
                        somebody(new User.Linux(0, 0, List.of(10L, 2L))),
                        "{\"linux\":{\"uid\":0,\"gid\":0,\"supplementalGroups\":[10,2]}}"),
                argumentSet(
                        "linux user of one group",
                        somebody(NOBODY),
                        "{\"linux\":{\"uid\":65534,\"gid\":65534}}"));
    }

    @Test
    void isLeftOutWhereTheRuntimeDoesNotTell() {
        var status = calculate(seen(WEB).sandbox(0).running("app"), List.of(), NONE);

        assertThat(app(status).hasUser()).isFalse();
    }

    @Test
    void isToldOfWhatHasEndedAndOfWhatWaitsToStartAgain() {
        var wait =
                new Wait(
                        new WaitReason.CrashLoopBackOff("app", "web", Duration.ofSeconds(10)),
                        PAST,
                        Optional.of(PAST));
        var ended = somebody(NOBODY).exited("app", 0, 1);

        var waiting = app(calculate(ended, List.of(wait), NONE));

        assertThat(waiting.getState().hasWaiting()).isTrue();
        assertThat(waiting.getUser().getLinux().getUid()).isEqualTo(65534);
    }

    @Test
    void isNotToldOfAContainerThatIsToStart() {
        var seen = somebody(NOBODY).created("app");

        assertThat(app(calculate(seen, List.of(), NONE)).hasUser()).isFalse();
    }

    @Test
    void makesNoSecondWrite() {
        var user = new User.Linux(0, 0, List.of(10L));
        var first = calculate(somebody(user).running("app"), List.of(), NONE);
        var second = calculate(somebody(user).running("app"), List.of(), first);

        assertThat(StatusPatchCalculator.patch("uid", first, second)).isEmpty();
    }

    private static Seen somebody(User user) {
        return seen(WEB).sandbox(0).as(user);
    }

    private static ContainerStatus app(PodStatus status) {
        return status.getContainerStatuses(0);
    }

    private static PodStatus calculate(Seen observed, List<Wait> waits, PodStatus before) {
        return StatusCalculator.calculate(
                new StatusInput(
                        WEB,
                        observed.build(),
                        waits,
                        before,
                        false,
                        Optional.empty(),
                        StatusInput.NodeSide.of("containerd"),
                        PAST));
    }
}
