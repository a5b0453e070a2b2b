package io.jubelet.config.validation;

import static io.jubelet.config.validation.GoFormat.braced;
import static io.jubelet.config.validation.GoFormat.span;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.util.function.Predicate;

/// The rules about single numbers: ports, rates, percentages, ages.
///
/// Thread: any; pure.
final class LimitRules {
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000 * MILLISECOND;

    private LimitRules() {}

    static void check(KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        nodeAndEvents(config, findings);
        quotaPeriod(config, gates, findings);
        imageCollection(config, gates, findings);
        hostBits(config, findings);
        counts(config, findings);
        ports(config, findings);
        pulls(config, findings);
        modes(config, gates, findings);
    }

    private static void nodeAndEvents(KubeletConfiguration config, Findings findings) {
        findings.invalidIf(
                config.getNodeLeaseDurationSeconds() <= 0,
                "nodeLeaseDurationSeconds must be greater than 0");
        findings.invalidIf(
                !config.getSystemCgroups().isEmpty() && config.getCgroupRoot().isEmpty(),
                "systemCgroups (--system-cgroups) was specified and cgroupRoot (--cgroup-root) was"
                        + " not specified");
        notNegative("eventBurst (--event-burst)", config.getEventBurst(), findings);
        notNegative("eventRecordQPS (--event-qps)", config.getEventRecordQPS(), findings);
        findings.invalidIf(
                config.getHealthzPort() != 0 && !isPort(config.getHealthzPort()),
                "healthzPort (--healthz-port) "
                        + config.getHealthzPort()
                        + " must be between 1 and 65535, inclusive");
    }

    private static void quotaPeriod(
            KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        long nanos = config.getCpuCFSQuotaPeriod().getNanos();
        String subject =
                "cpuCFSQuotaPeriod (--cpu-cfs-quota-period) "
                        + braced(config.getCpuCFSQuotaPeriod());
        boolean custom = gates.test("CustomCPUCFSQuotaPeriod");
        findings.invalidIf(
                !custom && nanos != 100 * MILLISECOND,
                subject + " requires feature gate CustomCPUCFSQuotaPeriod");
        findings.invalidIf(
                custom && (nanos < MILLISECOND || nanos > SECOND),
                subject + " must be between 1ms and 1sec, inclusive");
    }

    private static void imageCollection(
            KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        int high = config.getImageGCHighThresholdPercent();
        int low = config.getImageGCLowThresholdPercent();
        String highName = "imageGCHighThresholdPercent (--image-gc-high-threshold) " + high;
        String lowName = "imageGCLowThresholdPercent (--image-gc-low-threshold) " + low;
        inRange(highName, high, 0, 100, findings);
        inRange(lowName, low, 0, 100, findings);
        findings.invalidIf(low >= high, lowName + " must be less than " + highName);
        long oldest = config.getImageMaximumGCAge().getNanos();
        long youngest = config.getImageMinimumGCAge().getNanos();
        findings.invalidIf(
                oldest != 0 && !gates.test("ImageMaximumGCAge"),
                "ImageMaximumGCAge feature gate is required for Kubelet configuration option"
                        + " imageMaximumGCAge");
        findings.invalidIf(
                youngest < 0, "imageMinimumGCAge " + span(youngest) + " must not be negative");
        findings.invalidIf(
                oldest < 0, "imageMaximumGCAge " + span(oldest) + " must not be negative");
        findings.invalidIf(
                oldest > 0 && oldest <= youngest,
                "imageMaximumGCAge "
                        + span(oldest)
                        + " must be greater than imageMinimumGCAge "
                        + span(youngest));
    }

    private static void hostBits(KubeletConfiguration config, Findings findings) {
        int drop = config.getIptablesDropBit();
        int masquerade = config.getIptablesMasqueradeBit();
        inRange("iptablesDropBit (--iptables-drop-bit) " + drop, drop, 0, 31, findings);
        inRange(
                "iptablesMasqueradeBit (--iptables-masquerade-bit) " + masquerade,
                masquerade,
                0,
                31,
                findings);
    }

    private static void counts(KubeletConfiguration config, Findings findings) {
        notNegative("kubeAPIBurst (--kube-api-burst)", config.getKubeAPIBurst(), findings);
        notNegative("kubeAPIQPS (--kube-api-qps)", config.getKubeAPIQPS(), findings);
        findings.invalidIf(
                config.getNodeStatusMaxImages() < -1,
                "nodeStatusMaxImages (--node-status-max-images) "
                        + config.getNodeStatusMaxImages()
                        + " must be -1 or greater");
        notNegative("maxOpenFiles (--max-open-files)", config.getMaxOpenFiles(), findings);
        notNegative("maxPods (--max-pods)", config.getMaxPods(), findings);
        int score = config.getOomScoreAdj();
        inRange("oomScoreAdj (--oom-score-adj) " + score, score, -1000, 1000, findings);
        notNegative("podsPerCore (--pods-per-core)", config.getPodsPerCore(), findings);
    }

    private static void ports(KubeletConfiguration config, Findings findings) {
        findings.invalidIf(
                !isPort(config.getPort()),
                "port (--port) " + config.getPort() + " must be between 1 and 65535, inclusive");
        findings.invalidIf(
                config.getReadOnlyPort() != 0 && !isPort(config.getReadOnlyPort()),
                "readOnlyPort (--read-only-port) "
                        + config.getReadOnlyPort()
                        + " must be between 0 and 65535, inclusive");
    }

    private static void pulls(KubeletConfiguration config, Findings findings) {
        notNegative("registryBurst (--registry-burst)", config.getRegistryBurst(), findings);
        notNegative("registryPullQPS (--registry-qps)", config.getRegistryPullQPS(), findings);
        if (!config.hasMaxParallelImagePulls()) {
            return;
        }
        int parallel = config.getMaxParallelImagePulls();
        findings.invalidIf(
                parallel < 1, "maxParallelImagePulls " + parallel + " must be a positive number");
        findings.invalidIf(
                config.getSerializeImagePulls() && parallel > 1,
                "maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls"
                        + " (--serialize-image-pulls) is set to false");
    }

    private static void modes(
            KubeletConfiguration config, Predicate<String> gates, Findings findings) {
        findings.invalidIf(
                config.getServerTLSBootstrap() && !gates.test("RotateKubeletServerCertificate"),
                "serverTLSBootstrap true requires feature gate RotateKubeletServerCertificate");
        findings.invalidIf(
                config.getRunOnce(),
                "runOnce (--runOnce) true, Runonce mode has been deprecated and should not be set");
    }

    private static boolean isPort(int number) {
        return number >= 1 && number <= 65535;
    }

    private static void notNegative(String name, long value, Findings findings) {
        findings.invalidIf(value < 0, name + " " + value + " must not be a negative number");
    }

    private static void inRange(String subject, int value, int least, int most, Findings findings) {
        findings.invalidIf(
                value < least || value > most,
                subject + " must be between " + least + " and " + most + ", inclusive");
    }
}
