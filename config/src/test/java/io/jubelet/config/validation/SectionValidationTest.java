package io.jubelet.config.validation;

import static io.jubelet.config.validation.ValidConfig.gates;
import static io.jubelet.config.validation.ValidConfig.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.VModuleItem;
import io.jubelet.api.meta.Quantity;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.config.validation.HostFacts.CgroupVersion;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Upstream's cases about logs, tracing, image trust and the host, under upstream's names.
class SectionValidationTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"logging", "tracing", "systemLogs", "containerLogs", "imageTrust", "allowlists"})
    void findsExactly(
            String name, Consumer<KubeletConfiguration.Builder> change, List<String> expected) {
        assertThat(ValidConfig.findings(change)).as(name).isEqualTo(expected);
    }

    static Stream<Arguments> logging() {
        return Stream.of(
                row(
                        "invalid Logging configuration",
                        c -> c.getLoggingBuilder().setFormat("invalid"),
                        "logging.format: Invalid value: \"invalid\": Unsupported log format"),
                row("json logs", c -> c.getLoggingBuilder().setFormat("json")),
                row(
                        "json logs without the beta gate",
                        c -> {
                            c.getLoggingBuilder().setFormat("json");
                            c.putFeatureGates("LoggingBetaOptions", false);
                        },
                        "logging.format: Forbidden: Log format json is disabled, see"
                                + " LoggingBetaOptions feature"),
                row(
                        "a flush frequency below zero",
                        c ->
                                c.getLoggingBuilder()
                                        .getFlushFrequencyBuilder()
                                        .setNanos(-1_000_000_000),
                        "logging.flushFrequency: Invalid value: \"-1s\": Must be greater than"
                                + " zero"),
                row(
                        "file patterns for json logs, empty and with a comma",
                        c ->
                                c.getLoggingBuilder()
                                        .setFormat("json")
                                        .addVmodule(VModuleItem.newBuilder().setVerbosity(4))
                                        .addVmodule(VModuleItem.newBuilder().setFilePattern("a,b")),
                        "logging.vmodule: Forbidden: Only supported for text log format",
                        "logging.vmodule[0]: Required value: File pattern must not be empty",
                        "logging.vmodule[1]: Invalid value: \"a,b\": File pattern must not contain"
                                + " equal sign or comma"),
                row(
                        "a verbosity beyond what klog knows",
                        c -> c.getLoggingBuilder().setVerbosity(Integer.MIN_VALUE),
                        "logging.verbosity: Invalid value: 2147483648: Must be <= 2147483647"),
                row(
                        "alpha options without the alpha gate",
                        c -> {
                            c.getLoggingBuilder()
                                    .getOptionsBuilder()
                                    .getTextBuilder()
                                    .setSplitStream(true);
                            c.getLoggingBuilder()
                                    .getOptionsBuilder()
                                    .getJsonBuilder()
                                    .setInfoBufferSize(Quantity.newBuilder().setString("1Mi"));
                        },
                        "logging.options.text.splitStream: Forbidden: Feature LoggingAlphaOptions"
                                + " is disabled",
                        "logging.options.json.infoBufferSize: Forbidden: Feature"
                                + " LoggingAlphaOptions is disabled"));
    }

    static Stream<Arguments> tracing() {
        return Stream.of(
                row(
                        "specify tracing invalid sampling rate",
                        c -> c.getTracingBuilder().setSamplingRatePerMillion(-1),
                        "tracing.samplingRatePerMillion: Invalid value: -1: sampling rate must be"
                                + " positive"),
                row(
                        "a sampling rate beyond one million",
                        c -> c.getTracingBuilder().setSamplingRatePerMillion(1_000_001),
                        "tracing.samplingRatePerMillion: Invalid value: 1000001: sampling rate per"
                                + " million must be less than or equal to one million"),
                row(
                        "specify tracing invalid endpoint",
                        c -> c.getTracingBuilder().setEndpoint("dn%2s://localhost:4317"),
                        "tracing.endpoint: Invalid value: \"dn%2s://localhost:4317\": parse"
                                + " \"dn%2s://localhost:4317\": first path segment in URL cannot"
                                + " contain colon"),
                row(
                        "an endpoint without scheme",
                        c -> c.getTracingBuilder().setEndpoint("localhost:4317")),
                row(
                        "an endpoint whose port is no number",
                        c -> c.getTracingBuilder().setEndpoint("localhost:x"),
                        "tracing.endpoint: Invalid value: \"dns://localhost:x\": parse"
                                + " \"dns://localhost:x\": invalid port \":x\" after host"),
                row(
                        "an endpoint over https",
                        c -> c.getTracingBuilder().setEndpoint("https://localhost:4317"),
                        "tracing.endpoint: Invalid value: \"https://localhost:4317\": unsupported"
                                + " scheme: https.  Options are none, dns, unix, or unix-abstract. "
                                + " See https://github.com/grpc/grpc/blob/master/doc/naming.md"));
    }

    static Stream<Arguments> systemLogs() {
        return Stream.of(
                row(
                        "enableSystemLogQuery is enabled with explicit default NodeLogQuery feature"
                                + " gate enabled",
                        c -> {
                            gates(c, "NodeLogQuery=true");
                            c.setEnableSystemLogHandler(true).setEnableSystemLogQuery(true);
                        }),
                row(
                        "enableSystemLogQuery is enabled without enableSystemLogHandler",
                        c -> c.setEnableSystemLogQuery(true),
                        "invalid configuration: enableSystemLogHandler is required for"
                                + " enableSystemLogQuery"),
                row(
                        "enableSystemLogQuery is enabled with enableSystemLogHandler",
                        c -> c.setEnableSystemLogHandler(true).setEnableSystemLogQuery(true)));
    }

    static Stream<Arguments> containerLogs() {
        String interval =
                "invalid configuration: containerLogMonitorInterval must be a positive time"
                        + " duration greater than or equal to 3s";
        return Stream.of(
                row(
                        "containerLogMaxWorkers must be greater than or equal to 1",
                        c -> c.setContainerLogMaxWorkers(0),
                        "invalid configuration: containerLogMaxWorkers must be greater than or"
                                + " equal to 1"),
                row(
                        "containerLogMonitorInterval must be a positive time duration",
                        c -> c.setContainerLogMonitorInterval(Spans.ofSeconds(-1)),
                        interval),
                row(
                        "containerLogMonitorInterval must be at least 3s or higher",
                        c -> c.setContainerLogMonitorInterval(Spans.ofSeconds(2)),
                        interval),
                row(
                        "pod logs path must be not empty",
                        c -> c.setPodLogsDir(""),
                        "invalid configuration: podLogsDir was not specified",
                        "invalid configuration: pod logs path \"\" must be absolute path",
                        "invalid configuration: pod logs path \"\" must be normalized"),
                row(
                        "pod logs path must be absolute",
                        c -> c.setPodLogsDir("./test"),
                        "invalid configuration: pod logs path \"./test\" must be absolute path",
                        "invalid configuration: pod logs path \"./test\" must be normalized"),
                row(
                        "pod logs path must be normalized",
                        c -> c.setPodLogsDir("/path/../"),
                        "invalid configuration: pod logs path \"/path/../\" must be normalized"),
                row(
                        "pod logs path is ascii only",
                        c -> c.setPodLogsDir("/🧪"),
                        "invalid configuration: pod logs path \"/🧪\" mut contains ASCII characters"
                                + " only"),
                row(
                        "invalid containerLogMaxFiles",
                        c -> c.setContainerLogMaxFiles(1),
                        "invalid configuration: containerLogMaxFiles must be greater than 1"),
                row(
                        "invalid ContainerRuntimeEndpoint",
                        c -> c.setContainerRuntimeEndpoint(""),
                        "invalid configuration: the containerRuntimeEndpoint was not specified or"
                                + " empty"));
    }

    static Stream<Arguments> imageTrust() {
        String gate =
                " must not be set if KubeletEnsureSecretPulledImages feature gate is not"
                        + " enabled";
        String policy = "invalid configuration: `imagePullCredentialsVerificationPolicy`" + gate;
        return Stream.of(
                row(
                        "invalid imagePullCredentialsVerificationPolicy configuration",
                        c -> {
                            gates(c, "KubeletEnsureSecretPulledImages=true");
                            c.setImagePullCredentialsVerificationPolicy("invalid");
                        },
                        "invalid configuration: option \"invalid\" specified for"
                                + " imagePullCredentialsVerificationPolicy. Valid options are"
                                + " \"NeverVerify\", \"NeverVerifyPreloadedImages\","
                                + " \"NeverVerifyAllowlistedImages\" or \"AlwaysVerify\""),
                row(
                        "invalid PreloadedImagesVerificationAllowlist configuration - featuregate"
                                + " enabled",
                        c -> {
                            gates(c, "KubeletEnsureSecretPulledImages=true");
                            c.setImagePullCredentialsVerificationPolicy("NeverVerify")
                                    .addPreloadedImagesVerificationAllowlist("test.test/repo");
                        },
                        "invalid configuration: can't set `preloadedImagesVerificationAllowlist` if"
                                + " `imagePullCredentialsVertificationPolicy` is not"
                                + " \"NeverVerifyAllowlistedImages\""),
                row(
                        "invalid PreloadedImagesVerificationAllowlist configuration - featuregate"
                                + " disabled",
                        c -> {
                            gates(c, "KubeletEnsureSecretPulledImages=false");
                            c.setImagePullCredentialsVerificationPolicy("NeverVerify");
                        },
                        policy),
                row(
                        "invalid PreloadedImagesVerificationAllowlist configuration",
                        c -> {
                            gates(c, "KubeletEnsureSecretPulledImages=false");
                            c.addPreloadedImagesVerificationAllowlist("test.test/repo");
                        },
                        policy,
                        "invalid configuration: `preloadedImagesVerificationAllowlist`" + gate));
    }

    static Stream<Arguments> allowlists() {
        return Stream.of(
                allowed("registry.example/team/app"),
                allowed("registry.example:5000/*"),
                refused(
                        "app:1.0",
                        "neither tag nor digest is accepted in an image reference:" + " app:1.0"),
                refused(" app", "leading/trailing spaces are not allowed:  app"),
                refused(
                        "a*b",
                        "not a valid wildcard pattern, only patterns ending with '/*' are"
                                + " allowed: a*b"),
                refused("/*", "at least registry hostname is required"),
                refused("", "the supplied pattern is too short: "),
                refused(
                        "Team/App",
                        "failed to parse as an image name: repository name must be" + " lowercase"),
                refused("a//b", "failed to parse as an image name: invalid reference format"));
    }

    private static Arguments allowed(String pattern) {
        return row("allowlist takes " + pattern, c -> allow(c, pattern));
    }

    private static Arguments refused(String pattern, String fault) {
        return row(
                "allowlist refuses '" + pattern + "'",
                c -> allow(c, pattern),
                "invalid configuration: invalid image pattern in"
                        + " `preloadedImagesVerificationAllowlist`: "
                        + fault);
    }

    private static void allow(KubeletConfiguration.Builder builder, String pattern) {
        builder.setImagePullCredentialsVerificationPolicy("NeverVerifyAllowlistedImages")
                .addPreloadedImagesVerificationAllowlist(pattern);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("gateFaults")
    void gatesAreRefusedBeforeAnyRuleIsAsked(String name, String gate, boolean on, String fault) {
        var config = ValidConfig.builder().putFeatureGates(gate, on).build();
        assertThatThrownBy(() -> FeatureGates.of(config.getFeatureGatesMap()))
                .as(name)
                .hasMessage(fault);
    }

    static Stream<Arguments> gateFaults() {
        return Stream.of(
                Arguments.of(
                        "enableSystemLogQuery is enabled without NodeLogQuery feature gate",
                        "NodeLogQuery",
                        false,
                        "cannot set feature gate NodeLogQuery to false, feature is locked to true"),
                Arguments.of(
                        "invalid FeatureGate",
                        "invalid",
                        true,
                        "unrecognized feature gate: invalid"));
    }

    @Test
    void refusesCgroupV1UnlessToldOtherwise() {
        assertThat(ValidConfig.findings(c -> c.setFailCgroupV1(true), CgroupVersion.V1))
                .containsExactly(
                        "kubelet is configured to not run on a host using cgroup v1. cgroup v1"
                                + " support is unsupported and will be removed in a future"
                                + " release");
        assertThat(
                        ValidConfig.findings(
                                c -> c.setFailCgroupV1(false).clearSingleProcessOOMKill(),
                                CgroupVersion.V1))
                .isEmpty();
    }

    @Test
    void groupKillNeedsCgroupV2() {
        assertThat(
                        ValidConfig.findings(
                                c -> c.setFailCgroupV1(false).setSingleProcessOOMKill(false),
                                CgroupVersion.V1))
                .containsExactly(
                        "invalid configuration: singleProcessOOMKill must not be explicitly set to"
                                + " false when using cgroup v1");
    }

    @ParameterizedTest
    @MethodSource("idsPerPod")
    void boundsTheIdsOfAPod(long ids, List<String> expected) {
        assertThat(ValidConfig.findings(c -> c.getUserNamespacesBuilder().setIdsPerPod(ids)))
                .isEqualTo(expected);
    }

    static Stream<Arguments> idsPerPod() {
        String subject = "invalid configuration: userNamespaces.idsPerPod must ";
        return Stream.of(
                Arguments.of(65536L, List.of()),
                Arguments.of(65535L, List.of(subject + "not be less than 65536")),
                Arguments.of(65537L, List.of(subject + "be a multiple of 65536")),
                Arguments.of(1L << 32, List.of(subject + "not be more than 4294967295")));
    }

    @Test
    void severalFindingsStandInBracketsAndNoneTwice() {
        assertThat(ConfigValidator.aggregate(List.of("a"))).isEqualTo("a");
        assertThat(ConfigValidator.aggregate(List.of("a", "a"))).isEqualTo("a");
        assertThat(ConfigValidator.aggregate(List.of("a", "b", "a"))).isEqualTo("[a, b]");
    }
}
