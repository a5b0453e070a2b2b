package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// How long a static pod takes from the rename of its manifest to the start of its container, by
/// the runtime's own clock.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class LatencyIT {
    private static final int WARM_UP = 2;
    private static final int PODS = 20;
    private static final int PERCENTILE_95 = 18;
    private static final Duration BUDGET = Duration.ofSeconds(1);

    private final Rig rig;
    @RegisterExtension final KubeletUnderTest kubelet;

    LatencyIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    @Test
    void nineteenOfTwentyPodsStartWithinASecond() {
        kubelet.start();
        for (var index = 0; index < WARM_UP; index++) {
            startOne("warm-up-" + index);
        }
        var figures = new ArrayList<Duration>();
        for (var index = 0; index < PODS; index++) {
            figures.add(startOne("pod-" + index));
        }
        figures.sort(null);
        System.out.printf(
                "Latency on %s, ms from rename to start: %s; p95 %d; load average %s%n",
                rig,
                figures.stream().map(Duration::toMillis).toList(),
                figures.get(PERCENTILE_95).toMillis(),
                Folders.text(Path.of("/proc/loadavg")).strip());

        assertThat(figures.get(PERCENTILE_95)).isLessThan(BUDGET);
    }

    private Duration startOne(String name) {
        var manifest = Manifest.of(name, Manifest.serve(name));
        var renamed = kubelet.put(manifest);
        var container = rig.running(KubeletUnderTest.podName(manifest), "main");
        return Duration.between(renamed, container.startedAt().orElseThrow());
    }
}
