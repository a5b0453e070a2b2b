package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.validation.HostFacts.CgroupVersion;
import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What the kubelet finds wrong only while it starts, when a part reads the text of a field.
///
/// Told here, before anything has been started, and in the order in which the parts are made.
///
/// Thread: any; pure.
///
/// Upstream: cmd/kubelet/app run, pkg/kubelet NewMainKubelet, and the parts they make.
final class StartRules {
    private static final String RUN = "failed to run Kubelet: ";
    private static final String CREATE = RUN + "failed to create kubelet: ";
    private static final Set<String> RESERVABLE =
            Set.of("cpu", "memory", "ephemeral-storage", "pid");
    private static final List<String> CPU_POLICIES = List.of("none", "static");
    private static final List<String> MEMORY_POLICIES = List.of("None", "Static");

    private StartRules() {}

    /// The first fault, worded as the line the kubelet ends with.
    static Optional<String> fault(KubeletConfiguration config, HostFacts host) {
        Stream<Supplier<Optional<String>>> checks =
                Stream.of(
                        () -> TlsRules.fault(config),
                        () -> reserved("--kube-reserved", config.getKubeReservedMap()),
                        () -> reserved("--system-reserved", config.getSystemReservedMap()),
                        () -> ThresholdRules.hard(config).map(RUN::concat),
                        () -> qosReserved(config.getQosReservedMap()),
                        () -> swap(config, host),
                        () -> managers(config),
                        () -> ThresholdRules.all(config).map(CREATE::concat),
                        () -> logSize(config.getContainerLogMaxSize()));
        return checks.map(Supplier::get).flatMap(Optional::stream).findFirst();
    }

    private static Optional<String> reserved(String flag, Map<String, String> amounts) {
        return new TreeMap<>(amounts)
                .entrySet().stream()
                        .flatMap(entry -> amountFault(entry.getKey(), entry.getValue()).stream())
                        .findFirst()
                        .map(fault -> RUN + flag + " value failed to parse: " + fault);
    }

    private static Optional<String> amountFault(String resource, String amount) {
        if (!RESERVABLE.contains(resource)) {
            return Optional.of("cannot reserve " + quote(resource) + " resource");
        }
        Optional<String> fault = quantityFault(amount);
        if (fault.isPresent()) {
            return Optional.of(
                    "failed to parse quantity %s for %s resource: %s"
                            .formatted(quote(amount), quote(resource), fault.get()));
        }
        return Quantity.parse(amount).signum() < 0
                ? Optional.of(
                        "resource quantity for %s cannot be negative: %s"
                                .formatted(quote(resource), amount))
                : Optional.empty();
    }

    /// Why the text is no quantity, in the words of the one who reads quantities.
    static Optional<String> quantityFault(String text) {
        try {
            Quantity.parse(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> qosReserved(Map<String, String> shares) {
        return new TreeMap<>(shares)
                .entrySet().stream()
                        .flatMap(entry -> shareFault(entry.getKey(), entry.getValue()).stream())
                        .findFirst()
                        .map(fault -> RUN + "--qos-reserved value failed to parse: " + fault);
    }

    private static Optional<String> shareFault(String resource, String share) {
        if (!resource.equals("memory")) {
            return Optional.of("cannot reserve " + quote(resource) + " resource");
        }
        return percentFault(share)
                .map(
                        fault ->
                                "failed to parse percentage %s for %s resource: %s"
                                        .formatted(quote(share), quote(resource), fault));
    }

    private static Optional<String> percentFault(String share) {
        if (!share.endsWith("%")) {
            return Optional.of("percentage expected, got '" + share + "'");
        }
        String digits = share.replaceAll("%+$", "");
        if (!digits.matches("[+-]?[0-9]{1,18}")) {
            return Optional.of("invalid number in percentage '" + share + "'");
        }
        long percent = Long.parseLong(digits);
        return percent < 0 || percent > 100
                ? Optional.of("percentage must be between 0 and 100")
                : Optional.empty();
    }

    private static Optional<String> swap(KubeletConfiguration config, HostFacts host) {
        boolean limited = config.getMemorySwap().getSwapBehavior().equals("LimitedSwap");
        return limited && host.cgroupVersion() == CgroupVersion.V1
                ? Optional.of(
                        RUN
                                + "swap feature is enabled and LimitedSwap but it is only supported"
                                + " with cgroupv2")
                : Optional.empty();
    }

    private static Optional<String> managers(KubeletConfiguration config) {
        String cpu = config.getCpuManagerPolicy();
        String memory = config.getMemoryManagerPolicy();
        if (!CPU_POLICIES.contains(cpu)) {
            return Optional.of(RUN + "unknown policy: \"" + cpu + "\"");
        }
        if (memory.equals("BestEffort")) {
            return Optional.of(
                    RUN + "policy \"BestEffort\" is not available for platform \"linux\"");
        }
        return MEMORY_POLICIES.contains(memory)
                ? Optional.empty()
                : Optional.of(RUN + "unknown policy: " + quote(memory));
    }

    private static Optional<String> logSize(String size) {
        return quantityFault(size)
                .map(
                        fault ->
                                CREATE
                                        + "failed to initialize container log manager: failed to"
                                        + " parse container log max size "
                                        + quote(size)
                                        + ": "
                                        + fault);
    }
}
