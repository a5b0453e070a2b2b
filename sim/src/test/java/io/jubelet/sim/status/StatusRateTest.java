package io.jubelet.sim.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.status.StatusBoard;
import io.jubelet.core.status.StatusWriter;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.RealTimeline;
import io.jubelet.sim.schedule.Seeded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// How many statuses a second reach an API server that answers within milliseconds and sets no
/// limit, on the real clock.
class StatusRateTest {
    private static final int PODS = 110;
    private static final int ROUNDS = 10;

    @Test
    void atLeastTwoHundredStatusesASecondAreWritten() throws InterruptedException {
        var execution = new SystemExecution();
        var latency =
                new Latency(Duration.ofNanos(50_000), Duration.ofMillis(2), Duration.ofMillis(5));
        var cluster = new FakeCluster(new RealTimeline(execution), new Seeded(1), latency);
        var pods = new ArrayList<Pod>();
        for (var index = 0; index < PODS; index++) {
            pods.add(
                    cluster.model()
                            .create(ApiResource.PODS, "shop", StatusWorld.newPod("pod" + index)));
        }
        var board = new StatusBoard(execution);
        var left = new CountDownLatch(PODS * ROUNDS);
        cluster.model()
                .onPods(
                        (_, _) -> {
                            board.heard(newest(cluster));
                            left.countDown();
                        });
        board.heard(newest(cluster));
        new StatusWriter(execution, cluster, board).start();
        var began = System.nanoTime();
        for (var round = 1; round <= ROUNDS; round++) {
            for (var pod : pods) {
                var reason = "round " + round;
                board.changed(
                        StatusWorld.view(
                                pod,
                                StatusWorld.phase("Running").toBuilder()
                                        .setReason(reason)
                                        .build()));
            }
            var expected = (long) PODS * (ROUNDS - round);
            while (left.getCount() > expected) {
                var _ = left.await(1, TimeUnit.MILLISECONDS);
            }
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        var rate = PODS * ROUNDS / seconds;
        System.out.printf("status writes: %.0f a second, %d pods%n", rate, PODS);
        assertThat(rate).isGreaterThan(200);
    }

    private static List<Pod> newest(FakeCluster cluster) {
        return cluster.model().list(ApiResource.PODS, Selection.ALL).items();
    }
}
