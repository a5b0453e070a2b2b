package io.jubelet.server.metrics;

import static io.jubelet.server.metrics.Told.WEB;
import static io.jubelet.server.metrics.Told.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class PipelineMetricsTest {
    private static final PodIdentity NEXT = new PodIdentity("shop", "web", new PodUid("uid-next"));

    private final Set<PodUid> here = new HashSet<>(Set.of(WEB.uid(), NEXT.uid()));
    private final PipelineMetrics metrics = new PipelineMetrics(() -> here);

    private static List<String> lines(List<MetricFamily> families) {
        var out = new MetricText();
        families.forEach(family -> family.write(out));
        return Told.lines(out.toString().getBytes(StandardCharsets.UTF_8));
    }

    static Stream<Arguments> figures() {
        return Stream.of(
                Arguments.of(
                        "a listing is timed, and when it began is shown",
                        new Figure.Relisted(
                                millis(20),
                                Optional.of(millis(1200)),
                                Optional.of(Instant.ofEpochSecond(77))),
                        List.of(
                                "kubelet_pleg_relist_duration_seconds_bucket{le=\"0.025\"} 1",
                                "kubelet_pleg_relist_interval_seconds_sum 1.2",
                                "kubelet_pleg_last_seen_seconds 77",
                                "kubelet_pleg_discard_events 0")),
                Arguments.of(
                        "a listing that failed is timed and was not seen",
                        new Figure.Relisted(millis(20), Optional.empty(), Optional.empty()),
                        List.of(
                                "kubelet_pleg_relist_duration_seconds_count 1",
                                "kubelet_pleg_relist_interval_seconds_count 0",
                                "kubelet_pleg_last_seen_seconds 0")),
                Arguments.of(
                        "a pod is counted by its containers",
                        new Figure.PodBegun(3),
                        List.of(
                                "kubelet_containers_per_pod_count_bucket{le=\"2\"} 0",
                                "kubelet_containers_per_pod_count_bucket{le=\"4\"} 1")),
                Arguments.of(
                        "an image that went is told by the reason",
                        new Figure.ImageRemoved(false),
                        List.of("kubelet_image_garbage_collected_total{reason=\"space\"} 1")),
                Arguments.of(
                        "a turn is told by its cause",
                        new Figure.Turn(Figure.TurnKind.KILL, millis(30)),
                        List.of(
                                "kubelet_pod_worker_duration_seconds_sum"
                                        + "{operation_type=\"kill\"} 0.03")),
                Arguments.of(
                        "a start with state has no share of its own",
                        new Figure.PodStarted(millis(9000), Optional.empty(), true),
                        List.of(
                                "kubelet_pod_start_total_duration_seconds_bucket{le=\"10\"} 1",
                                "kubelet_first_network_pod_start_sli_duration_seconds 0")),
                Arguments.of(
                        "a pod of the host's network is not the first of the network",
                        new Figure.PodStarted(millis(900), Optional.of(millis(700)), false),
                        List.of(
                                "kubelet_pod_start_sli_duration_seconds_sum 0.7",
                                "kubelet_first_network_pod_start_sli_duration_seconds 0")),
                Arguments.of(
                        "a sandbox that was made is no error",
                        new Figure.SandboxTried(false, false),
                        List.of(
                                "kubelet_started_pods_total 1",
                                "kubelet_started_pods_errors_total 0")),
                Arguments.of(
                        "a sandbox of a pod with its own users that was not made is an error",
                        new Figure.SandboxTried(true, true),
                        List.of(
                                "kubelet_started_pods_errors_total 1",
                                "kubelet_started_user_namespaced_pods_total 1",
                                "kubelet_started_user_namespaced_pods_errors_total 1")),
                Arguments.of(
                        "a pod with its own users fails by a container too",
                        new Figure.PodWithUsersFailed(),
                        List.of(
                                "kubelet_started_pods_errors_total 0",
                                "kubelet_started_user_namespaced_pods_errors_total 1")),
                Arguments.of(
                        "a sandbox of the default handler has an empty label",
                        new Figure.SandboxRun("", millis(60), true),
                        List.of(
                                "kubelet_run_podsandbox_duration_seconds_count"
                                        + "{runtime_handler=\"\"} 1",
                                "kubelet_run_podsandbox_errors_total{runtime_handler=\"\"} 1")),
                Arguments.of(
                        "a container that failed was tried too",
                        new Figure.ContainerTried(
                                ContainerType.INIT_CONTAINER, Optional.of("CreateContainerError")),
                        List.of(
                                "kubelet_started_containers_total"
                                        + "{container_type=\"init_container\"} 1",
                                "kubelet_started_containers_errors_total"
                                        + "{code=\"CreateContainerError\","
                                        + "container_type=\"init_container\"} 1")),
                Arguments.of(
                        "a pull is told by the image's size",
                        new Figure.ImagePulled(WEB.uid(), "main", millis(1500), 20_000_000),
                        List.of(
                                "kubelet_image_pull_duration_seconds_bucket"
                                        + "{image_size_in_bytes=\"10MB-100MB\",le=\"5\"} 1")),
                Arguments.of(
                        "an end is told by how it was",
                        new Figure.ContainerEnded(
                                WEB.uid(),
                                ContainerType.CONTAINER,
                                false,
                                137,
                                "OOMKilled",
                                Optional.empty()),
                        List.of(
                                "kubelet_terminated_containers_total{container_type=\"container\","
                                        + "exit_code=\"137\",reason=\"OOMKilled\"} 1")),
                Arguments.of(
                        "a pod of the API server that came back has an empty label",
                        new Figure.PodReturned(false),
                        List.of(
                                "kubelet_restarted_pods_total{static=\"\"} 1",
                                "kubelet_restarted_pods_total{static=\"true\"} 0")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("figures")
    void isShown(String name, Figure figure, List<String> shown) {
        metrics.tell(figure);

        assertThat(lines(metrics.families())).containsAll(shown);
    }

    @Test
    void theFirstStartOnTheNetworkIsKept() {
        metrics.tell(new Figure.PodStarted(millis(900), Optional.of(millis(700)), true));
        metrics.tell(new Figure.PodStarted(millis(900), Optional.of(millis(100)), true));

        assertThat(lines(metrics.families()))
                .contains("kubelet_first_network_pod_start_sli_duration_seconds 0.7");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "OutOfcpu, OutOfcpu",
        "OutOfexample.com/gpu, OutOfExtendedResources",
        "NodeAffinity, Other",
        "SysctlForbidden, SysctlForbidden",
    })
    void reasonsThatAnybodyCouldNameAreOne(String reason, String label) {
        assertThat(WorkMetrics.rejection(reason)).isEqualTo(label);
    }

    @ParameterizedTest(name = "{0} bytes: {1}")
    @CsvSource({
        "0, N/A",
        "1, 0-10MB",
        "10485760, 0-10MB",
        "10485761, 10MB-100MB",
        "1073741825, 1GB-5GB",
        "107374182401, GT100GB",
    })
    void imagesAreOfOneSize(long bytes, String label) {
        assertThat(ImageSizes.label(bytes)).isEqualTo(label);
    }

    @Test
    void aFailedProbeIsCountedAndNotTimed() {
        metrics.tell(probed(WEB, Figure.ProbeAnswer.FAILED));
        metrics.tell(probed(WEB, Figure.ProbeAnswer.UNKNOWN));

        assertThat(lines(metrics.probeFamilies()))
                .contains(total("uid-web", "failed"), total("uid-web", "unknown"))
                .contains(
                        "prober_probe_duration_seconds_count{container=\"main\","
                                + "namespace=\"shop\",pod=\"web\",probe_type=\"Liveness\"} 1");
    }

    @Test
    void thePodsNumbersGoWithItsProbes() {
        metrics.tell(probed(WEB, Figure.ProbeAnswer.SUCCESSFUL));
        metrics.tell(new Figure.ProbesEnded(WEB.uid()));

        assertThat(lines(metrics.probeFamilies())).noneMatch(line -> line.startsWith("prober_"));
    }

    @Test
    void aPodThatTookAnothersNameKeepsWhatIsToldOfTheName() {
        metrics.tell(probed(WEB, Figure.ProbeAnswer.SUCCESSFUL));
        metrics.tell(probed(NEXT, Figure.ProbeAnswer.SUCCESSFUL));
        metrics.tell(new Figure.ProbesEnded(WEB.uid()));

        assertThat(lines(metrics.probeFamilies()))
                .contains(total("uid-next", "successful"))
                .doesNotContain(total("uid-web", "successful"))
                .anyMatch(line -> line.startsWith("prober_probe_duration_seconds_count"));
    }

    @Test
    void whatIsToldAfterTheEndIsNotKept() {
        metrics.tell(new Figure.ProbesEnded(WEB.uid()));
        metrics.tell(probed(WEB, Figure.ProbeAnswer.SUCCESSFUL));
        here.remove(WEB.uid());

        assertThat(lines(metrics.probeFamilies())).noneMatch(line -> line.startsWith("prober_"));
    }

    private static Figure probed(PodIdentity pod, Figure.ProbeAnswer answer) {
        return new Figure.Probed(pod, "main", "Liveness", answer, millis(4));
    }

    private static String total(String uid, String result) {
        return ("prober_probe_total{container=\"main\",namespace=\"shop\",pod=\"web\","
                        + "pod_uid=\"%s\",probe_type=\"Liveness\",result=\"%s\"} 1")
                .formatted(uid, result);
    }
}
