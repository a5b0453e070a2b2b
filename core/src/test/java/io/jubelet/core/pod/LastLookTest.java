package io.jubelet.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LastLookTest {
    private static final PodIdentity WEB = new PodIdentity("default", "web", new PodUid("web"));
    private static final Tick TAKEN = new Tick(7);
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Tick SOON = TAKEN.plus(MOMENT.minusNanos(1));

    private final LastLook look = new LastLook();

    @Test
    void knowsNothingBeforeTheFirstLook() {
        assertThat(look.stillTrue(TAKEN)).isEmpty();
    }

    @Test
    void believesAPictureForAMoment() {
        var picture = withSandbox();
        look.saw(picture);

        assertThat(look.stillTrue(SOON)).contains(picture);
        assertThat(look.stillTrue(TAKEN.plus(MOMENT))).isEmpty();
    }

    @Test
    void believesForEverThatThereIsNothing() {
        var nothing = PodObservation.empty(WEB, TAKEN);
        look.saw(nothing);

        assertThat(look.stillTrue(TAKEN.plus(Duration.ofHours(1)))).contains(nothing);
    }

    @Test
    void believesNothingThatIsDoubtedUntilItIsSeenAgain() {
        look.saw(withSandbox());
        look.doubt();

        assertThat(look.stillTrue(SOON)).isEmpty();
        assertThat(look.seen()).isPresent();

        look.saw(withSandbox());

        assertThat(look.stillTrue(SOON)).isPresent();
    }

    private static PodObservation withSandbox() {
        var sandbox =
                new ObservedSandbox(
                        new SandboxId("s1"),
                        0,
                        SandboxState.READY,
                        Instant.EPOCH,
                        false,
                        List.of());
        return new PodObservation(WEB, List.of(sandbox), List.of(), TAKEN);
    }
}
