package io.jubelet.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.meter.Figure;
import io.jubelet.server.testing.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KubeletMetricsTest {
    private static final NodeFacts FACTS =
            new NodeFacts(
                    "node-1",
                    OptionalInt.of(2),
                    new NodeFacts.Build(
                            "1", "36", "v1.36.4", "abc", "clean", "today", "linux/amd64"),
                    List.of(new NodeFacts.Feature("EventedPLEG", "ALPHA", false)));

    private final KubeletMetrics metrics =
            new KubeletMetrics(
                    FACTS,
                    () ->
                            List.of(
                                    Views.running("a"),
                                    Views.running("b"),
                                    Views.fromApi("c"),
                                    Views.ended("d"),
                                    Views.orphan("e")),
                    pod -> !pod.value().equals("uid-b"),
                    List::of);

    private List<String> lines() {
        return Arrays.asList(new String(metrics.text(), StandardCharsets.UTF_8).split("\n", -1));
    }

    @Test
    void podsAndContainersAreCounted() {
        assertThat(lines())
                .contains(
                        "kubelet_desired_pods{static=\"\"} 1",
                        "kubelet_desired_pods{static=\"true\"} 2",
                        "kubelet_active_pods{static=\"\"} 1",
                        "kubelet_active_pods{static=\"true\"} 1",
                        "kubelet_running_pods 3",
                        "kubelet_running_containers{container_state=\"running\"} 3");
    }

    @Test
    void podsWithAWorkerAreToldApartByWhoWantsThem() {
        assertThat(lines().stream().filter(line -> line.startsWith("kubelet_working_pods{")))
                .hasSize(15)
                .contains(
                        working("desired", "sync", "", 1),
                        working("desired", "sync", "true", 2),
                        working("orphan", "sync", "true", 1),
                        working("runtime_only", "sync", "unknown", 1),
                        working("desired", "terminated", "", 0));
    }

    private static String working(String config, String lifecycle, String isStatic, int count) {
        return "kubelet_working_pods{config=\"%s\",lifecycle=\"%s\",static=\"%s\"} %d"
                .formatted(config, lifecycle, isStatic, count);
    }

    @Test
    void factsAreShown() {
        assertThat(lines())
                .contains(
                        "kubelet_node_name{node=\"node-1\"} 1",
                        "kubelet_cgroup_version 2",
                        "kubernetes_feature_enabled{name=\"EventedPLEG\",stage=\"ALPHA\"} 0",
                        "kubernetes_build_info{build_date=\"today\",compiler=\"javac\","
                                + "git_commit=\"abc\",git_tree_state=\"clean\","
                                + "git_version=\"v1.36.4\",go_version=\"\",major=\"1\","
                                + "minor=\"36\",platform=\"linux/amd64\"} 1");
    }

    @Test
    void runtimeOperationsAreCountedTimedAndTheirErrorsToo() {
        metrics.runtimeOperation("run_podsandbox", Duration.ofMillis(20), false);
        metrics.runtimeOperation("run_podsandbox", Duration.ofHours(1), true);

        var labels = "{operation_type=\"run_podsandbox\"";
        assertThat(lines())
                .contains(
                        "kubelet_runtime_operations_total" + labels + "} 2",
                        "kubelet_runtime_operations_errors_total" + labels + "} 1",
                        bucket(labels, "0.0125", 0),
                        bucket(labels, "0.03125", 1),
                        bucket(labels, "745.0580596923828", 1),
                        bucket(labels, "+Inf", 2),
                        "kubelet_runtime_operations_duration_seconds_sum" + labels + "} 3600.02",
                        "kubelet_runtime_operations_duration_seconds_count" + labels + "} 2");
    }

    private static String bucket(String labels, String bound, int count) {
        return "kubelet_runtime_operations_duration_seconds_bucket%s,le=\"%s\"} %d"
                .formatted(labels, bound, count);
    }

    @Test
    void noOperationIsNoSeriesRatherThanAZero() {
        assertThat(lines()).noneMatch(line -> line.startsWith("kubelet_runtime_operations_total{"));
    }

    @Test
    void theProcessIsMeasured() {
        assertThat(lines().stream().filter(line -> line.startsWith("process_")))
                .extracting(line -> line.substring(0, line.indexOf(' ')))
                .containsExactly(
                        "process_cpu_seconds_total",
                        "process_max_fds",
                        "process_open_fds",
                        "process_resident_memory_bytes",
                        "process_start_time_seconds",
                        "process_virtual_memory_bytes");
    }

    @Test
    void probesHaveAPageOfTheirOwn() {
        metrics.pipeline()
                .tell(
                        new Figure.Probed(
                                Views.running("a").identity(),
                                "main",
                                "Startup",
                                Figure.ProbeAnswer.SUCCESSFUL,
                                Duration.ofMillis(3)));

        assertThat(Told.lines(metrics.probes()))
                .anyMatch(line -> line.startsWith("prober_probe_total{"))
                .anyMatch(line -> line.startsWith("process_start_time_seconds "));
        assertThat(lines()).noneMatch(line -> line.startsWith("prober_"));
    }

    @Test
    void familiesAreInTheOrderOfTheirNames() {
        assertThat(lines().stream().filter(line -> line.startsWith("# TYPE "))).isSorted();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "GET, /pods, GET, pods",
        "GET, /pods/x/y, GET, pods",
        "GET, /healthz/syncloop, GET, healthz",
        "GET, /metrics, GET, metrics",
        "GET, /metrics/probes, GET, metrics/probes",
        "GET, /metrics/x, GET, other",
        "BREW, /anything/at/all, other, other",
        "GET, '', GET, other",
    })
    void strangersDoNotMakeSeries(String method, String path, String methodLabel, String bucket) {
        assertThat(RequestLabels.of(method, path, "readonly"))
                .isEqualTo(new RequestLabels(methodLabel, bucket, "readonly", "false"));
    }
}
