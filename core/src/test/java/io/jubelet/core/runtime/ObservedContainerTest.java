package io.jubelet.core.runtime;

import static io.jubelet.core.testing.Seen.PAST;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ObservedContainerTest {
    private static final String GIVEN_UP =
            "failed to create containerd task: failed to create shim task: context canceled: x";

    private static ObservedContainer exited(
            Optional<Instant> startedAt, String reason, String message) {
        return new ObservedContainer(
                new ContainerId("app-0"),
                new SandboxId("sandbox-0"),
                "app",
                0,
                ContainerState.EXITED,
                PAST,
                startedAt,
                Optional.of(new ObservedContainer.Exit(128, reason, message, PAST)),
                "app:1",
                "sha256:app",
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void aStartWhoseCallerWentAwayIsAContainerThatWasMade() {
        var made = exited(Optional.empty(), "StartError", GIVEN_UP).asMade();

        assertThat(made.state()).isEqualTo(ContainerState.CREATED);
        assertThat(made.exit()).isEmpty();
    }

    @Test
    void aStartThatFailedIsAnEnd() {
        var failed = exited(Optional.empty(), "StartError", "no such file or directory");

        assertThat(failed.asMade()).isEqualTo(failed);
    }

    @Test
    void whatRanEndedWhateverItSaid() {
        var ran = exited(Optional.of(PAST), "Error", GIVEN_UP);
        var startedAll = exited(Optional.of(PAST), "StartError", GIVEN_UP);

        assertThat(ran.asMade()).isEqualTo(ran);
        assertThat(startedAll.asMade()).isEqualTo(startedAll);
    }
}
