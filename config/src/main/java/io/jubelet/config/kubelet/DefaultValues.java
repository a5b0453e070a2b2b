package io.jubelet.config.kubelet;

import io.jubelet.api.kubeletconfig.CrashLoopBackOffConfig;
import io.jubelet.api.kubeletconfig.DurationOrNanos;
import io.jubelet.api.kubeletconfig.KubeletAnonymousAuthentication;
import io.jubelet.api.kubeletconfig.KubeletAuthentication;
import io.jubelet.api.kubeletconfig.KubeletAuthorization;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.KubeletWebhookAuthentication;
import io.jubelet.api.kubeletconfig.KubeletWebhookAuthorization;
import io.jubelet.api.kubeletconfig.LoggingConfiguration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// The table of default values, written as the message one would get from an empty file.
///
/// What depends on another field or on a gate is not here but in [KubeletDefaults].
///
/// Thread: any; immutable.
///
/// Upstream: pkg/kubelet/apis/config/v1beta1/defaults.go, component-base logs/api/v1/options.go,
/// pkg/kubelet/eviction/defaults_linux.go.
final class DefaultValues {
    /// Hard thresholds of a node whose file says nothing about them.
    static final Map<String, String> EVICTION_HARD = evictionHard();

    static final KubeletConfiguration MESSAGE = message();

    private DefaultValues() {}

    private static Map<String, String> evictionHard() {
        var thresholds = new TreeMap<String, String>();
        thresholds.put("memory.available", "100Mi");
        thresholds.put("nodefs.available", "10%");
        thresholds.put("nodefs.inodesFree", "5%");
        thresholds.put("imagefs.available", "15%");
        thresholds.put("imagefs.inodesFree", "5%");
        return Collections.unmodifiableMap(thresholds);
    }

    private static KubeletConfiguration message() {
        var builder = KubeletConfiguration.newBuilder();
        server(builder);
        pods(builder);
        node(builder);
        images(builder);
        cgroups(builder);
        managers(builder);
        host(builder);
        logs(builder);
        return builder.build();
    }

    private static void server(KubeletConfiguration.Builder builder) {
        builder.setEnableServer(true)
                .setAddress("0.0.0.0")
                .setPort(10250)
                .setHealthzPort(10248)
                .setHealthzBindAddress("127.0.0.1")
                .setAuthentication(authentication())
                .setAuthorization(authorization())
                .setEnableDebuggingHandlers(true)
                .setEnableProfilingHandler(true)
                .setEnableDebugFlagsHandler(true)
                .setEnableSystemLogHandler(true)
                .setStreamingConnectionIdleTimeout(Spans.ofMinutes(240));
    }

    private static KubeletAuthentication authentication() {
        return KubeletAuthentication.newBuilder()
                .setAnonymous(KubeletAnonymousAuthentication.newBuilder().setEnabled(false))
                .setWebhook(
                        KubeletWebhookAuthentication.newBuilder()
                                .setEnabled(true)
                                .setCacheTTL(Spans.ofMinutes(2)))
                .build();
    }

    private static KubeletAuthorization authorization() {
        return KubeletAuthorization.newBuilder()
                .setMode("Webhook")
                .setWebhook(
                        KubeletWebhookAuthorization.newBuilder()
                                .setCacheAuthorizedTTL(Spans.ofMinutes(5))
                                .setCacheUnauthorizedTTL(Spans.ofSeconds(30)))
                .build();
    }

    private static void pods(KubeletConfiguration.Builder builder) {
        builder.setSyncFrequency(Spans.ofMinutes(1))
                .setFileCheckFrequency(Spans.ofSeconds(20))
                .setHttpCheckFrequency(Spans.ofSeconds(20))
                .setPodLogsDir("/var/log/pods")
                .setMaxPods(110)
                .setPodPidsLimit(-1)
                .setResolvConf("/etc/resolv.conf")
                .setHairpinMode("promiscuous-bridge")
                .setConfigMapAndSecretChangeDetectionStrategy("Watch")
                .setVolumeStatsAggPeriod(Spans.ofMinutes(1))
                .setVolumePluginDir("/usr/libexec/kubernetes/kubelet-plugins/volume/exec/")
                .setEnableControllerAttachDetach(true)
                .setLocalStorageCapacityIsolation(true)
                .setSeccompDefault(false)
                .setCrashLoopBackOff(
                        CrashLoopBackOffConfig.newBuilder()
                                .setMaxContainerRestartPeriod(Spans.ofMinutes(5)));
    }

    private static void node(KubeletConfiguration.Builder builder) {
        builder.setNodeStatusUpdateFrequency(Spans.ofSeconds(10))
                .setNodeStatusReportFrequency(Spans.ofMinutes(5))
                .setNodeLeaseDurationSeconds(40)
                .setNodeStatusMaxImages(50)
                .setRegisterNode(true)
                .setContentType("application/vnd.kubernetes.protobuf")
                .setKubeAPIQPS(50)
                .setKubeAPIBurst(100)
                .setEventRecordQPS(50)
                .setEventBurst(100);
    }

    private static void images(KubeletConfiguration.Builder builder) {
        builder.setContainerRuntimeEndpoint("unix:///run/containerd/containerd.sock")
                .setRuntimeRequestTimeout(Spans.ofMinutes(2))
                .setRegistryPullQPS(5)
                .setRegistryBurst(10)
                .setSerializeImagePulls(true)
                .setImagePullCredentialsVerificationPolicy("NeverVerifyPreloadedImages")
                .setImageMinimumGCAge(Spans.ofMinutes(2))
                .setImageGCHighThresholdPercent(85)
                .setImageGCLowThresholdPercent(80);
    }

    private static void cgroups(KubeletConfiguration.Builder builder) {
        builder.setCgroupsPerQOS(true)
                .setCgroupDriver("cgroupfs")
                .setCpuCFSQuota(true)
                .setCpuCFSQuotaPeriod(Spans.ofMillis(100))
                .addEnforceNodeAllocatable("pods")
                .setEvictionPressureTransitionPeriod(Spans.ofMinutes(5))
                .setMergeDefaultEvictionSettings(false)
                .setFailCgroupV1(true)
                .setFailSwapOn(true);
    }

    private static void managers(KubeletConfiguration.Builder builder) {
        builder.setCpuManagerPolicy("none")
                .setCpuManagerReconcilePeriod(Spans.ofSeconds(10))
                .setMemoryManagerPolicy("None")
                .setTopologyManagerPolicy("none")
                .setTopologyManagerScope("container")
                .setMemoryThrottlingFactor(0.9)
                .setMemoryReservationPolicy("None");
    }

    private static void host(KubeletConfiguration.Builder builder) {
        builder.setOomScoreAdj(-999)
                .setMaxOpenFiles(1_000_000)
                .setMakeIPTablesUtilChains(true)
                .setIptablesMasqueradeBit(14)
                .setIptablesDropBit(15);
    }

    private static void logs(KubeletConfiguration.Builder builder) {
        builder.setContainerLogMaxSize("10Mi")
                .setContainerLogMaxFiles(5)
                .setContainerLogMaxWorkers(1)
                .setContainerLogMonitorInterval(Spans.ofSeconds(10))
                .setLogging(
                        LoggingConfiguration.newBuilder()
                                .setFormat("text")
                                .setFlushFrequency(
                                        DurationOrNanos.newBuilder()
                                                .setNanos(Spans.ofSeconds(5).getNanos())));
    }
}
