package io.jubelet.config.validation;

import static io.jubelet.config.validation.ValidConfig.gates;
import static io.jubelet.config.validation.ValidConfig.nanos;
import static io.jubelet.config.validation.ValidConfig.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.kubelet.Spans;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Upstream's cases about numbers, ages and rates, under upstream's names.
class LimitValidationTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"nodes", "images", "counts", "pulls"})
    void findsExactly(
            String name, Consumer<KubeletConfiguration.Builder> change, List<String> expected) {
        assertThat(ValidConfig.findings(change)).as(name).isEqualTo(expected);
    }

    static Stream<Arguments> nodes() {
        return Stream.of(
                row("Success", _ -> {}),
                row(
                        "invalid NodeLeaseDurationSeconds",
                        c -> c.setNodeLeaseDurationSeconds(0),
                        "invalid configuration: nodeLeaseDurationSeconds must be greater than 0"),
                row(
                        "specify SystemCgroups without CgroupRoot",
                        c -> c.setSystemCgroups("/"),
                        "invalid configuration: systemCgroups (--system-cgroups) was specified and"
                                + " cgroupRoot (--cgroup-root) was not specified"),
                row(
                        "invalid EventBurst",
                        c -> c.setEventBurst(-1),
                        "invalid configuration: eventBurst (--event-burst) -1 must not be a"
                                + " negative number"),
                row(
                        "invalid EventRecordQPS",
                        c -> c.setEventRecordQPS(-1),
                        "invalid configuration: eventRecordQPS (--event-qps) -1 must not be a"
                                + " negative number"),
                row(
                        "invalid HealthzPort",
                        c -> c.setHealthzPort(65536),
                        "invalid configuration: healthzPort (--healthz-port) 65536 must be between"
                                + " 1 and 65535, inclusive"),
                row("healthzPort 0 turns the health server off", c -> c.setHealthzPort(0)),
                row(
                        "specify CPUCFSQuotaPeriod without enabling CPUCFSQuotaPeriod",
                        c -> {
                            gates(c, "CustomCPUCFSQuotaPeriod=false");
                            c.setCpuCFSQuotaPeriod(Spans.ofMillis(200));
                        },
                        "invalid configuration: cpuCFSQuotaPeriod (--cpu-cfs-quota-period) {200ms}"
                                + " requires feature gate CustomCPUCFSQuotaPeriod"),
                row(
                        "invalid CPUCFSQuotaPeriod",
                        c -> c.setCpuCFSQuotaPeriod(Spans.ofSeconds(2)),
                        "invalid configuration: cpuCFSQuotaPeriod (--cpu-cfs-quota-period) {2s}"
                                + " must be between 1ms and 1sec, inclusive"));
    }

    static Stream<Arguments> images() {
        String low = "invalid configuration: imageGCLowThresholdPercent (--image-gc-low-threshold)";
        String high = "imageGCHighThresholdPercent (--image-gc-high-threshold)";
        return Stream.of(
                row(
                        "invalid ImageGCHighThresholdPercent",
                        c -> c.setImageGCHighThresholdPercent(101),
                        "invalid configuration: "
                                + high
                                + " 101 must be between 0 and 100, inclusive"),
                row(
                        "invalid ImageGCLowThresholdPercent",
                        c -> c.setImageGCLowThresholdPercent(-1),
                        low + " -1 must be between 0 and 100, inclusive"),
                row(
                        "ImageGCLowThresholdPercent is equal to ImageGCHighThresholdPercent",
                        c -> c.setImageGCHighThresholdPercent(0).setImageGCLowThresholdPercent(0),
                        low + " 0 must be less than " + high + " 0"),
                row(
                        "ImageGCLowThresholdPercent is greater than ImageGCHighThresholdPercent",
                        c -> c.setImageGCHighThresholdPercent(0).setImageGCLowThresholdPercent(1),
                        low + " 1 must be less than " + high + " 0"),
                row(
                        "imageMaximumGCAge should not be negative",
                        c -> c.setImageMaximumGCAge(nanos(-1)),
                        "invalid configuration: imageMaximumGCAge -1ns must not be negative"),
                row(
                        "imageMaximumGCAge should not be less than imageMinimumGCAge",
                        c -> c.setImageMaximumGCAge(nanos(1)).setImageMinimumGCAge(nanos(2)),
                        "invalid configuration: imageMaximumGCAge 1ns must be greater than"
                                + " imageMinimumGCAge 2ns"),
                row(
                        "imageMaximumGCAge without its gate",
                        c -> {
                            c.setImageMaximumGCAge(Spans.ofMinutes(3));
                            c.putFeatureGates("ImageMaximumGCAge", false);
                        },
                        "invalid configuration: ImageMaximumGCAge feature gate is required for"
                                + " Kubelet configuration option imageMaximumGCAge"),
                row(
                        "invalid configuration: invalid ImageMinimumGCAge",
                        c -> c.setImageMinimumGCAge(nanos(-1)),
                        "invalid configuration: imageMinimumGCAge -1ns must not be negative"),
                row(
                        "valid ImageMinimumGCAge set to default 1ns",
                        c -> c.setImageMinimumGCAge(nanos(1))));
    }

    static Stream<Arguments> counts() {
        return Stream.of(
                range(
                        "invalid IPTablesDropBit",
                        c -> c.setIptablesDropBit(32),
                        "iptablesDropBit"
                                + " (--iptables-drop-bit) 32 must be between 0 and 31, inclusive"),
                range(
                        "invalid IPTablesMasqueradeBit",
                        c -> c.setIptablesMasqueradeBit(32),
                        "iptablesMasqueradeBit (--iptables-masquerade-bit) 32 must be between 0 and"
                                + " 31, inclusive"),
                negative(
                        "invalid KubeAPIBurst",
                        c -> c.setKubeAPIBurst(-1),
                        "kubeAPIBurst (--kube-api-burst)"),
                negative(
                        "invalid KubeAPIQPS",
                        c -> c.setKubeAPIQPS(-1),
                        "kubeAPIQPS (--kube-api-qps)"),
                range(
                        "invalid NodeStatusMaxImages",
                        c -> c.setNodeStatusMaxImages(-2),
                        "nodeStatusMaxImages (--node-status-max-images) -2 must be -1 or greater"),
                negative(
                        "invalid MaxOpenFiles",
                        c -> c.setMaxOpenFiles(-1),
                        "maxOpenFiles (--max-open-files)"),
                negative("invalid MaxPods", c -> c.setMaxPods(-1), "maxPods (--max-pods)"),
                range(
                        "invalid OOMScoreAdj",
                        c -> c.setOomScoreAdj(1001),
                        "oomScoreAdj (--oom-score-adj) 1001 must be between -1000 and 1000,"
                                + " inclusive"),
                negative(
                        "invalid PodsPerCore",
                        c -> c.setPodsPerCore(-1),
                        "podsPerCore (--pods-per-core)"),
                range(
                        "invalid Port",
                        c -> c.setPort(65536),
                        "port (--port) 65536 must be between 1 and 65535, inclusive"),
                range(
                        "invalid ReadOnlyPort",
                        c -> c.setReadOnlyPort(65536),
                        "readOnlyPort (--read-only-port) 65536 must be between 0 and 65535,"
                                + " inclusive"),
                negative(
                        "invalid RegistryBurst",
                        c -> c.setRegistryBurst(-1),
                        "registryBurst (--registry-burst)"),
                negative(
                        "invalid RegistryPullQPS",
                        c -> c.setRegistryPullQPS(-1),
                        "registryPullQPS (--registry-qps)"));
    }

    private static Arguments range(
            String name, Consumer<KubeletConfiguration.Builder> change, String finding) {
        return row(name, change, "invalid configuration: " + finding);
    }

    private static Arguments negative(
            String name, Consumer<KubeletConfiguration.Builder> change, String subject) {
        return range(name, change, subject + " -1 must not be a negative number");
    }

    static Stream<Arguments> pulls() {
        return Stream.of(
                row(
                        "invalid MaxParallelImagePulls",
                        c -> c.setMaxParallelImagePulls(0),
                        "invalid configuration: maxParallelImagePulls 0 must be a positive number"),
                row(
                        "invalid MaxParallelImagePulls and SerializeImagePulls combination",
                        c -> c.setMaxParallelImagePulls(3).setSerializeImagePulls(true),
                        "invalid configuration: maxParallelImagePulls cannot be larger than 1"
                                + " unless SerializeImagePulls (--serialize-image-pulls) is set to"
                                + " false"),
                row(
                        "valid MaxParallelImagePulls and SerializeImagePulls combination",
                        c -> c.setMaxParallelImagePulls(1).setSerializeImagePulls(true)),
                row(
                        "specify ServerTLSBootstrap without enabling"
                                + " RotateKubeletServerCertificate",
                        c -> {
                            gates(c, "RotateKubeletServerCertificate=false");
                            c.setServerTLSBootstrap(true);
                        },
                        "invalid configuration: serverTLSBootstrap true requires feature gate"
                                + " RotateKubeletServerCertificate"),
                row(
                        "runOnce is gone",
                        c -> c.setRunOnce(true),
                        "invalid configuration: runOnce (--runOnce) true, Runonce mode has been"
                                + " deprecated and should not be set"));
    }
}
