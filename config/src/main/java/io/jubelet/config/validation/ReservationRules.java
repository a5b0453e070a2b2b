package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.kubeletconfig.MemoryReservation;
import io.jubelet.model.quantity.Quantity;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The rules about CPUs and memory set aside for the system.
///
/// Thread: any; pure.
///
/// Upstream: validation.go, validation_reserved_memory.go and k8s.io/utils cpuset.Parse.
final class ReservationRules {
    private ReservationRules() {}

    static void cpus(KubeletConfiguration config, Findings findings) {
        String cpus = config.getReservedSystemCPUs();
        if (cpus.isEmpty()) {
            return;
        }
        findings.invalidIf(
                !config.getSystemReservedCgroup().isEmpty()
                        || !config.getKubeReservedCgroup().isEmpty(),
                "can't use reservedSystemCPUs (--reserved-cpus) with systemReservedCgroup"
                        + " (--system-reserved-cgroup) or kubeReservedCgroup"
                        + " (--kube-reserved-cgroup)");
        cpuListFault(cpus)
                .ifPresent(
                        fault ->
                                findings.invalid(
                                        "unable to parse reservedSystemCPUs (--reserved-cpus) "
                                                + cpus
                                                + ", error: "
                                                + fault));
    }

    private static Optional<String> cpuListFault(String cpus) {
        for (String range : cpus.split(",", -1)) {
            String[] bounds = range.split("-", 2);
            for (String bound : bounds) {
                Optional<String> fault = numberFault(bound);
                if (fault.isPresent()) {
                    return fault;
                }
            }
            long first = Long.parseLong(bounds[0]);
            long last = Long.parseLong(bounds[bounds.length - 1]);
            if (first > last) {
                return Optional.of(
                        "invalid range %s (%d > %d)".formatted(quote(range), first, last));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> numberFault(String text) {
        String fault = "strconv.Atoi: parsing " + quote(text) + ": ";
        if (!text.matches("[+-]?[0-9]+")) {
            return Optional.of(fault + "invalid syntax");
        }
        try {
            Long.parseLong(text);
            return Optional.empty();
        } catch (NumberFormatException _) {
            // All digits, so only the size can be wrong.
            return Optional.of(fault + "value out of range");
        }
    }

    static void memory(KubeletConfiguration config, Findings findings) {
        var seen = new HashSet<String>();
        for (MemoryReservation reservation : config.getReservedMemoryList()) {
            for (var limit : new TreeMap<>(reservation.getLimitsMap()).entrySet()) {
                String amount = limit.getValue().getString();
                limit(reservation.getNumaNode(), limit.getKey(), amount, seen, findings);
            }
        }
    }

    private static void limit(
            int node, String resource, String amount, Set<String> seen, Findings findings) {
        findings.invalidIf(
                !resource.equals("memory") && !resource.startsWith("hugepages-"),
                ("the limit type %s for NUMA node %d is not supported, only [memory"
                                + " hugepages-<HugePageSize>] is accepted")
                        .formatted(quote(resource), node));
        findings.invalidIf(
                Quantity.tryParse(amount).orElse(Quantity.ZERO).isZero(),
                "reserved memory may not be zero for NUMA node %d and resource %s"
                        .formatted(node, quote(resource)));
        findings.invalidIf(
                !seen.add(node + "/" + resource),
                "the reserved memory has a duplicate value for NUMA node %d and resource %s"
                        .formatted(node, quote(resource)));
    }
}
