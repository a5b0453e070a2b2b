package io.jubelet.core.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WaitTest {
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = BEFORE.plusSeconds(60);
    private static final Instant LATER = NOW.plusSeconds(10);

    @Test
    void beginsWhenItIsFirstSeen() {
        var reason = new WaitReason.SandboxFailed("no CNI");

        assertThat(Wait.carriedOn(List.of(), List.of(Wait.Planned.until(reason, LATER)), NOW))
                .containsExactly(new Wait(reason, NOW, Optional.of(LATER)));
    }

    @Test
    void keepsItsBeginningWhileItsWordsChange() {
        var before = new Wait(backOff("app", 10), BEFORE, Optional.of(NOW));
        var now = Wait.Planned.until(backOff("app", 20), LATER);

        assertThat(Wait.carriedOn(List.of(before), List.of(now), NOW))
                .containsExactly(new Wait(backOff("app", 20), BEFORE, Optional.of(LATER)));
    }

    @Test
    void beginsAnewForAnotherContainer() {
        var before = new Wait(backOff("app", 10), BEFORE, Optional.empty());
        var now = Wait.Planned.untilEvent(backOff("log", 10));

        assertThat(Wait.carriedOn(List.of(before), List.of(now), NOW))
                .containsExactly(new Wait(backOff("log", 10), NOW, Optional.empty()));
    }

    @Test
    void beginsAnewForAnotherReason() {
        var before = new Wait(backOff("app", 10), BEFORE, Optional.empty());
        var now = Wait.Planned.untilEvent(new WaitReason.ImageNeverPull("app", "image"));

        assertThat(Wait.carriedOn(List.of(before), List.of(now), NOW))
                .extracting(Wait::since)
                .containsExactly(NOW);
    }

    @Test
    void endsWhenItIsNotPlannedAnyMore() {
        var before = new Wait(backOff("app", 10), BEFORE, Optional.empty());

        assertThat(Wait.carriedOn(List.of(before), List.of(), NOW)).isEmpty();
    }

    private static WaitReason backOff(String container, int seconds) {
        return new WaitReason.CrashLoopBackOff(container, "web", Duration.ofSeconds(seconds));
    }
}
