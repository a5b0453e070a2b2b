package io.jubelet.e2e.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Time;
import io.jubelet.e2e.bench.PodWatch.Mark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What several rounds add up to.
final class SummaryTest {
    @Test
    void everyFigureThatIsPromisedIsThere() {
        var names = List.of("burst_wall_s", "burst_cpu_s", "idle_millicores", "rss_mb");
        var round = new HashMap<String, Samples>();
        names.forEach(name -> round.put(name, Samples.of(1)));
        List.of("start", "start_from_post", "delete", "burst")
                .forEach(name -> round.put(name, Samples.of(1, 2)));

        var figures = BenchSummary.figures(round).byName().keySet();

        assertThat(figures)
                .contains("start_p50_ms", "delete_p50_ms", "burst_p50_ms", "start_max_ms")
                .contains("start_from_post_p50_ms")
                .containsAll(names);
    }

    @Test
    void roundsAreCountedTogether() {
        var all =
                BenchSummary.together(
                        List.of(
                                Map.of("start", Samples.of(1, 2), "rss_mb", Samples.of(10)),
                                Map.of("start", Samples.of(3), "rss_mb", Samples.of(30)),
                                Map.of("rss_mb", Samples.of(11))));

        assertThat(BenchSummary.figures(all).find("start_p50_ms")).hasValue(2);
        assertThat(BenchSummary.figures(all).find("rss_mb")).hasValue(11);
    }

    /// Without a limit 50 exits took 2 s: 100 may take 4, half a second of slack, and a second for
    /// every 10 writes after the first 20.
    @ParameterizedTest(name = "{0} writes of 100 pods may take {1} s")
    @CsvSource({"10, 4.5", "20, 4.5", "100, 12.5"})
    void theLimitAllowsWhatItLetsThrough(double writes, double allowed) {
        var all = new HashMap<String, Samples>();
        List.of("exit", "event", "patch").forEach(name -> all.put(name, Samples.of(1)));
        all.put("exits_pods", Samples.of(50));
        all.put("exits_wall_s", Samples.of(2));
        all.put("exits_a_second", Samples.of(25));
        all.put("exits_a_second_once_begun", Samples.of(30));
        all.put("exits_writes_in_all", Samples.of(50));
        all.put("limited_pods", Samples.of(100));
        all.put("limited_wall_s", Samples.of(3));
        all.put("limited_a_second", Samples.of(33));
        all.put("limited_writes", Samples.of(writes));

        assertThat(StatusSummary.figures(all).find("limited_allowed_s")).hasValue(allowed);
        assertThat(StatusSummary.figures(all).find("floor_p99_ms")).hasValue(2);
    }

    @Test
    void aPodShowsWhatItsStatusSays() {
        var ready = PodCondition.newBuilder().setType("Ready").setStatus("True");
        var ended =
                ContainerStatus.newBuilder()
                        .setState(
                                ContainerState.newBuilder()
                                        .setTerminated(
                                                ContainerStateTerminated.getDefaultInstance()));
        var deleted = ObjectMeta.newBuilder().setDeletionTimestamp(Time.newBuilder());

        assertThat(Mark.of(Pod.getDefaultInstance())).containsOnly(Mark.CREATED);
        assertThat(Mark.of(pod(PodStatus.newBuilder().addConditions(ready))))
                .containsOnly(Mark.CREATED, Mark.READY);
        assertThat(Mark.of(pod(PodStatus.newBuilder().addContainerStatuses(ended))))
                .containsOnly(Mark.CREATED, Mark.ENDED);
        assertThat(Mark.of(pod(PodStatus.newBuilder().addConditions(ready.setStatus("False")))))
                .containsOnly(Mark.CREATED);
        assertThat(Mark.of(Pod.newBuilder().setMetadata(deleted).build()))
                .containsOnly(Mark.CREATED, Mark.DELETING);
    }

    private static Pod pod(PodStatus.Builder status) {
        return Pod.newBuilder().setStatus(status).build();
    }
}
