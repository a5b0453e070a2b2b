package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.Project;
import io.jubelet.e2e.harness.Tools;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The clock jumps under a kubelet with static pods, in a guest whose clock is its own.
@Tag("long")
final class ClockIT {
    private static final Duration LONGEST = Duration.ofMinutes(4);

    @Test
    void aClockThatJumpsForwardAndBackRestartsNothing() {
        var kubelet =
                ClusterNode.isGo() ? Tools.path("kubelet") : Project.bin("kubelet").toString();
        var outcome =
                Command.of(Project.file("rig/clock-jump").toString(), "--kubelet", kubelet)
                        .within(LONGEST)
                        .succeed();

        assertThat(outcome.out() + outcome.err())
                .contains("an hour forward:", "two hours back:")
                .doesNotContain("error:");
    }
}
