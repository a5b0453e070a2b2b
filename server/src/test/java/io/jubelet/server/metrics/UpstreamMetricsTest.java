package io.jubelet.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.testing.Views;
import io.jubelet.server.view.CertificateView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every metric of ours that begins as upstream's do is upstream's, with its type, its labels and
/// its buckets.
final class UpstreamMetricsTest {
    private static final String BUCKET = "_bucket{";

    /// One family: its type, its labels by the alphabet, and the bounds of its buckets.
    private record Shape(String type, String labels, String bounds) {}

    @TestFactory
    Stream<DynamicTest> isUpstreams() throws IOException {
        var upstream = upstream();
        return ours().entrySet().stream()
                .map(
                        family ->
                                DynamicTest.dynamicTest(
                                        family.getKey(),
                                        () ->
                                                assertThat(family.getValue())
                                                        .isEqualTo(upstream.get(family.getKey()))));
    }

    @Test
    void everyFamilyThatTellsOfPodsIsThere() {
        assertThat(ours())
                .hasSizeGreaterThanOrEqualTo(44)
                .containsKeys(
                        "kubelet_pleg_relist_duration_seconds",
                        "kubelet_pod_worker_duration_seconds",
                        "kubelet_pod_start_sli_duration_seconds",
                        "kubelet_started_containers_errors_total",
                        "kubelet_working_pods",
                        "prober_probe_total",
                        "prober_probe_duration_seconds");
    }

    private static Map<String, Shape> upstream() throws IOException {
        try (var in = UpstreamMetricsTest.class.getResourceAsStream("upstream-metrics.txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", -1))
                    .collect(
                            Collectors.toMap(
                                    words -> words[0],
                                    words -> new Shape(words[1], words[2], words[3])));
        }
    }

    private static Map<String, Shape> ours() {
        var metrics =
                new KubeletMetrics(
                        new NodeFacts(
                                "node-1",
                                OptionalInt.of(2),
                                new NodeFacts.Build("1", "36", "v1.36.4", "", "", "", ""),
                                List.of()),
                        () -> List.of(Views.running("web")),
                        _ -> true,
                        () ->
                                List.of(
                                        certificate(CertificateView.CLIENT),
                                        certificate(CertificateView.SERVER)));
        Told.ofEveryKind().forEach(metrics.pipeline()::tell);
        metrics.runtimeOperation("version", Duration.ofMillis(1), true);
        metrics.servingCertificateRenewed(Duration.ofDays(1));
        metrics.request("GET", "/metrics", "readwrite").run();
        var lines = new ArrayList<>(Told.lines(metrics.text()));
        lines.addAll(Told.lines(metrics.probes()));
        return shapes(lines);
    }

    private static CertificateView certificate(String name) {
        return new CertificateView(name, Optional.of(Instant.EPOCH), Optional.empty(), 0);
    }

    private static Map<String, Shape> shapes(List<String> lines) {
        var shapes = new TreeMap<String, Shape>();
        for (var line : lines) {
            if (line.startsWith("# TYPE kubelet_") || line.startsWith("# TYPE prober_")) {
                var words = line.split(" ", -1);
                shapes.put(words[2], shape(words[2], words[3], lines));
            }
        }
        return shapes;
    }

    private static Shape shape(String name, String type, List<String> lines) {
        var suffix = type.equals("histogram") ? "_count" : "";
        var first =
                lines.stream()
                        .filter(
                                line ->
                                        line.startsWith(name + suffix + " ")
                                                || line.startsWith(name + suffix + "{"))
                        .findFirst();
        return new Shape(
                type,
                first.map(UpstreamMetricsTest::labels).orElse("no sample"),
                type.equals("histogram") ? bounds(name, lines) : "-");
    }

    private static String labels(String sample) {
        if (!sample.contains("{")) {
            return "-";
        }
        var inside = sample.substring(sample.indexOf('{') + 1, sample.lastIndexOf('}'));
        return Arrays.stream(inside.split("\",", -1))
                .map(label -> label.substring(0, label.indexOf('=')))
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static String bounds(String name, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(name + BUCKET))
                .map(line -> line.substring(line.indexOf("le=\"") + 4, line.lastIndexOf('"')))
                .filter(bound -> !bound.equals("+Inf"))
                .map(bound -> number(Double.parseDouble(bound)))
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static String number(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
