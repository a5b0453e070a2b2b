package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.model.codec.GoDuration;
import io.jubelet.model.quantity.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/// The rules about eviction thresholds.
///
/// Thread: any; pure.
///
/// Upstream: pkg/kubelet/eviction/helpers.go ParseThresholdConfig.
final class ThresholdRules {
    private static final Set<String> SIGNALS =
            Set.of(
                    "memory.available",
                    "allocatableMemory.available",
                    "nodefs.available",
                    "nodefs.inodesFree",
                    "imagefs.available",
                    "imagefs.inodesFree",
                    "containerfs.available",
                    "containerfs.inodesFree",
                    "pid.available");

    private ThresholdRules() {}

    /// The first fault of the hard thresholds.
    static Optional<String> hard(KubeletConfiguration config) {
        return first(config.getEvictionHardMap(), ThresholdRules::threshold);
    }

    /// The first fault of all there is about eviction.
    static Optional<String> all(KubeletConfiguration config) {
        return hard(config)
                .or(() -> first(config.getEvictionSoftMap(), ThresholdRules::threshold))
                .or(() -> first(config.getEvictionSoftGracePeriodMap(), ThresholdRules::grace))
                .or(() -> first(config.getEvictionMinimumReclaimMap(), ThresholdRules::reclaim))
                .or(() -> withoutGrace(config));
    }

    private static Optional<String> first(
            Map<String, String> statements, BiFunction<String, String, Optional<String>> rule) {
        for (var statement : new TreeMap<>(statements).entrySet()) {
            String signal = statement.getKey();
            Optional<String> fault =
                    SIGNALS.contains(signal)
                            ? rule.apply(signal, statement.getValue())
                            : Optional.of("unsupported eviction signal " + signal);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> threshold(String signal, String value) {
        Optional<String> fault = valueFault(value);
        if (fault.isPresent()) {
            return fault;
        }
        if (!isPercentage(value)) {
            Quantity amount = Quantity.parse(value);
            return when(
                    amount.signum() <= 0,
                    "eviction threshold " + signal + " must be positive: " + amount);
        }
        String subject = "eviction percentage threshold " + signal + " must be ";
        return when(percent(value) < 0, subject + ">= 0%: " + value)
                .or(() -> when(percent(value) > 100, subject + "<= 100%: " + value));
    }

    private static Optional<String> valueFault(String value) {
        return isPercentage(value) ? numberFault(value) : StartRules.quantityFault(value);
    }

    private static Optional<String> grace(String signal, String value) {
        try {
            return when(
                    GoDuration.parseNanos(value) < 0,
                    "invalid eviction grace period specified: "
                            + value
                            + ", must be a positive value");
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> reclaim(String signal, String value) {
        Optional<String> fault = valueFault(value);
        if (fault.isPresent()) {
            return fault;
        }
        return isPercentage(value)
                ? when(
                        percent(value) <= 0,
                        "eviction percentage minimum reclaim %s must be positive: %s"
                                .formatted(signal, value))
                : when(
                        Quantity.parse(value).signum() < 0,
                        "negative eviction minimum reclaim specified for " + signal);
    }

    private static Optional<String> withoutGrace(KubeletConfiguration config) {
        return new TreeMap<>(config.getEvictionSoftMap())
                .entrySet().stream()
                        .filter(entry -> !Set.of("0%", "100%").contains(entry.getValue()))
                        .map(Map.Entry::getKey)
                        .filter(signal -> !config.containsEvictionSoftGracePeriod(signal))
                        .findFirst()
                        .map(
                                signal ->
                                        "grace period must be specified for the soft eviction"
                                                + " threshold "
                                                + signal);
    }

    private static boolean isPercentage(String value) {
        return value.endsWith("%");
    }

    private static Optional<String> numberFault(String value) {
        String digits = value.replaceAll("%+$", "");
        return digits.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?")
                ? Optional.empty()
                : Optional.of("strconv.ParseFloat: parsing " + quote(digits) + ": invalid syntax");
    }

    private static double percent(String value) {
        return Double.parseDouble(value.replaceAll("%+$", ""));
    }

    private static Optional<String> when(boolean wrong, String fault) {
        return wrong ? Optional.of(fault) : Optional.empty();
    }
}
