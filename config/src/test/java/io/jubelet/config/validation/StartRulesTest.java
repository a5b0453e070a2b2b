package io.jubelet.config.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.kubelet.KubeletDefaults;
import io.jubelet.config.validation.HostFacts.CgroupVersion;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The faults that show only when a part of the kubelet is made.
class StartRulesTest {
    private static final String QUANTITY =
            "quantities must match the regular expression"
                    + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

    @ParameterizedTest(name = "{0}")
    @MethodSource({"reserved", "thresholds", "names"})
    void endsWithTheLineOfTheKubelet(
            String name, Consumer<KubeletConfiguration.Builder> change, String expected) {
        assertThat(fault(change)).as(name).contains(expected);
    }

    static Stream<Arguments> reserved() {
        String kube = "failed to run Kubelet: --kube-reserved value failed to parse: ";
        String qos = "failed to run Kubelet: --qos-reserved value failed to parse: ";
        String percent = qos + "failed to parse percentage \"%s\" for \"memory\" resource: ";
        return Stream.of(
                row(
                        "an unknown resource",
                        c -> c.putKubeReserved("gpu", "1"),
                        kube + "cannot reserve \"gpu\" resource"),
                row(
                        "an amount that is none",
                        c -> c.putKubeReserved("cpu", "x"),
                        kube + "failed to parse quantity \"x\" for \"cpu\" resource: " + QUANTITY),
                row(
                        "a negative amount",
                        c -> c.putSystemReserved("pid", "-1"),
                        "failed to run Kubelet: --system-reserved value failed to parse: resource"
                                + " quantity for \"pid\" cannot be negative: -1"),
                row(
                        "a share of the processor",
                        c -> c.putQosReserved("cpu", "5%"),
                        qos + "cannot reserve \"cpu\" resource"),
                row(
                        "a share without percent",
                        c -> c.putQosReserved("memory", "5"),
                        percent.formatted("5") + "percentage expected, got '5'"),
                row(
                        "a share that is no number",
                        c -> c.putQosReserved("memory", "a%"),
                        percent.formatted("a%") + "invalid number in percentage 'a%'"),
                row(
                        "a share over one hundred",
                        c -> c.putQosReserved("memory", "101%"),
                        percent.formatted("101%") + "percentage must be between 0 and 100"));
    }

    static Stream<Arguments> thresholds() {
        String run = "failed to run Kubelet: ";
        String create = run + "failed to create kubelet: ";
        return Stream.of(
                row(
                        "an unknown signal",
                        c -> c.putEvictionHard("disk.free", "1Gi"),
                        run + "unsupported eviction signal disk.free"),
                row(
                        "a threshold of nothing",
                        c -> c.putEvictionHard("memory.available", "0"),
                        run + "eviction threshold memory.available must be positive: 0"),
                row(
                        "a threshold that is no amount",
                        c -> c.putEvictionHard("memory.available", "much"),
                        run + QUANTITY),
                row(
                        "a percentage below zero",
                        c -> c.putEvictionHard("nodefs.available", "-5%"),
                        run
                                + "eviction percentage threshold nodefs.available must be >= 0%:"
                                + " -5%"),
                row(
                        "a percentage over one hundred",
                        c -> c.putEvictionHard("nodefs.available", "105%"),
                        run
                                + "eviction percentage threshold nodefs.available must be <= 100%:"
                                + " 105%"),
                row(
                        "a percentage that is no number",
                        c -> c.putEvictionHard("nodefs.available", "ten%"),
                        run + "strconv.ParseFloat: parsing \"ten\": invalid syntax"),
                row(
                        "a soft threshold without grace",
                        c -> c.putEvictionSoft("memory.available", "1Gi"),
                        create
                                + "grace period must be specified for the soft eviction threshold"
                                + " memory.available"),
                row(
                        "a negative grace",
                        c -> c.putEvictionSoftGracePeriod("memory.available", "-1s"),
                        create
                                + "invalid eviction grace period specified: -1s, must be a positive"
                                + " value"),
                row(
                        "a grace without unit",
                        c -> c.putEvictionSoftGracePeriod("memory.available", "30"),
                        create + "time: missing unit in duration \"30\""),
                row(
                        "a reclaim of nothing",
                        c -> c.putEvictionMinimumReclaim("imagefs.available", "0%"),
                        create
                                + "eviction percentage minimum reclaim imagefs.available must be"
                                + " positive: 0%"),
                row(
                        "a negative reclaim",
                        c -> c.putEvictionMinimumReclaim("imagefs.available", "-1Gi"),
                        create
                                + "negative eviction minimum reclaim specified for"
                                + " imagefs.available"));
    }

    static Stream<Arguments> names() {
        String tls = "failed to construct kubelet dependencies: ";
        String run = "failed to run Kubelet: ";
        return Stream.of(
                row(
                        "an unknown cipher suite",
                        c -> c.addTlsCipherSuites("ROT13"),
                        tls + "Cipher suite ROT13 not supported or doesn't exist"),
                row(
                        "an unknown TLS version",
                        c -> c.setTlsMinVersion("1.2"),
                        tls + "unknown tls version \"1.2\""),
                row(
                        "a curve out of range",
                        c -> c.addTlsCurvePreferences(70000),
                        tls + "curve preference 70000 is out of range (must be 1-65535)"),
                row(
                        "a curve twice",
                        c -> c.addTlsCurvePreferences(29).addTlsCurvePreferences(29),
                        tls + "duplicate curve preference 29"),
                row(
                        "an unknown curve",
                        c -> c.addTlsCurvePreferences(30),
                        tls + "curve preference 30 is not supported by the current Go version"),
                row(
                        "an unknown processor policy",
                        c -> c.setCpuManagerPolicy("dynamic"),
                        run + "unknown policy: \"dynamic\""),
                row(
                        "an unknown memory policy",
                        c -> c.setMemoryManagerPolicy("static"),
                        run + "unknown policy: \"static\""),
                row(
                        "the memory policy of another platform",
                        c -> c.setMemoryManagerPolicy("BestEffort"),
                        run + "policy \"BestEffort\" is not available for platform \"linux\""),
                row(
                        "limited swap on cgroup v1",
                        c -> c.getMemorySwapBuilder().setSwapBehavior("LimitedSwap"),
                        run
                                + "swap feature is enabled and LimitedSwap but it is only supported"
                                + " with cgroupv2"),
                row(
                        "a log size that is no amount",
                        c -> c.setContainerLogMaxSize("big"),
                        run
                                + "failed to create kubelet: failed to initialize container log"
                                + " manager: failed to parse container log max size \"big\": "
                                + QUANTITY));
    }

    @Test
    void defaultsAndDisabledThresholdsAreFine() {
        assertThat(fault(_ -> {})).isEmpty();
        assertThat(
                        fault(
                                c ->
                                        c.putEvictionHard("memory.available", "100%")
                                                .putEvictionSoft("nodefs.available", "0%")
                                                .addTlsCipherSuites("TLS_AES_128_GCM_SHA256")
                                                .addTlsCurvePreferences(29)
                                                .putQosReserved("memory", "50%")))
                .isEmpty();
    }

    private static Optional<String> fault(Consumer<KubeletConfiguration.Builder> change) {
        var builder = KubeletDefaults.legacy().toBuilder();
        change.accept(builder);
        return ConfigValidator.startFault(builder.build(), new HostFacts(CgroupVersion.V1));
    }

    private static Arguments row(
            String name, Consumer<KubeletConfiguration.Builder> change, String expected) {
        return Arguments.of(name, change, expected);
    }
}
