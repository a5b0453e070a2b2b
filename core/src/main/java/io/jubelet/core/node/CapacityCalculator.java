package io.jubelet.core.node;

import io.jubelet.api.core.NodeStatus;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.quantity.Quantity;
import io.jubelet.model.quantity.QuantityFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the machine has, and how much of it pods may have.
///
/// Thread: any; pure.
/// Upstream: nodestatus/setters.go MachineInfo, cadvisor/util.go CapacityFromMachineInfo,
/// cm/node_container_manager_linux.go GetNodeAllocatableReservation.
final class CapacityCalculator {
    private static final String HUGE_PAGES = "hugepages-";
    private static final String STORAGE = "ephemeral-storage";

    /// A part of these, and of nothing else, is held back for eviction.
    private static final Map<String, String> EVICTION_SIGNALS =
            Map.of("memory", "memory.available", STORAGE, "nodefs.available");

    /// Thresholds that upstream takes for switched off.
    private static final Set<String> OFF = Set.of("0%", "100%");

    private CapacityCalculator() {}

    /// Changes capacity and allocatable; what others advertise beside ours stays.
    static void apply(NodeStatus.Builder status, MachineFacts machine, NodeSettings.Shares shares) {
        var own = capacity(machine, shares);
        own.forEach((name, amount) -> status.putCapacity(name, Amounts.write(amount)));
        for (var name : List.copyOf(status.getAllocatableMap().keySet())) {
            if (!status.containsCapacity(name) && isExtended(name)) {
                status.removeAllocatable(name);
            }
        }
        var reserved = reserved(own, shares);
        var all = new LinkedHashMap<String, Quantity>();
        status.getCapacityMap().forEach((name, amount) -> all.put(name, Amounts.of(amount)));
        // What was written and read again has lost the form that it prints in.
        all.putAll(own);
        all.forEach(
                (name, amount) ->
                        status.putAllocatable(
                                name,
                                Amounts.write(
                                        less(amount, reserved.getOrDefault(name, Quantity.ZERO)))));
        withoutHugePages(status, all);
    }

    /// Memory that is set aside for huge pages is no longer memory.
    private static void withoutHugePages(
            NodeStatus.Builder status, Map<String, Quantity> capacity) {
        var memory = Amounts.of(status.getAllocatableOrThrow("memory"));
        for (var entry : capacity.entrySet()) {
            if (entry.getKey().startsWith(HUGE_PAGES)) {
                memory = less(memory, entry.getValue());
            }
        }
        status.putAllocatable("memory", Amounts.write(memory));
    }

    static Map<String, Quantity> capacity(MachineFacts machine, NodeSettings.Shares shares) {
        var capacity = new LinkedHashMap<String, Quantity>();
        capacity.put("cpu", Quantity.ofMilli(machine.cores() * 1000L, QuantityFormat.DECIMAL_SI));
        capacity.put("memory", binary(machine.memoryBytes()));
        for (var pages : machine.hugePages()) {
            capacity.put(
                    HUGE_PAGES + binary(pages.pageBytes()),
                    binary(pages.pageBytes() * pages.count()));
        }
        var pods =
                shares.podsPerCore() > 0
                        ? Math.min((long) machine.cores() * shares.podsPerCore(), shares.maxPods())
                        : shares.maxPods();
        capacity.put("pods", Quantity.of(pods, QuantityFormat.DECIMAL_SI));
        if (shares.localStorage()) {
            machine.rootDiskBytes().ifPresent(bytes -> capacity.put(STORAGE, binary(bytes)));
        }
        return capacity;
    }

    private static Map<String, Quantity> reserved(
            Map<String, Quantity> capacity, NodeSettings.Shares shares) {
        var reserved = new LinkedHashMap<String, Quantity>();
        for (var entry : capacity.entrySet()) {
            var name = entry.getKey();
            var amount =
                    shares.systemReserved()
                            .getOrDefault(name, Quantity.ZERO)
                            .add(shares.kubeReserved().getOrDefault(name, Quantity.ZERO))
                            .add(forEviction(name, entry.getValue(), shares));
            if (!name.equals("pods")) {
                reserved.put(name, amount);
            }
        }
        return reserved;
    }

    private static Quantity forEviction(
            String name, Quantity capacity, NodeSettings.Shares shares) {
        var signal = EVICTION_SIGNALS.getOrDefault(name, "");
        var threshold = shares.evictionHard().getOrDefault(signal, "0%");
        if (OFF.contains(threshold)) {
            return Quantity.ZERO;
        }
        if (!threshold.endsWith("%")) {
            return Quantity.parse(threshold);
        }
        // Upstream keeps shares in 32 bits, and the last digits of the outcome show it.
        var share = Float.parseFloat(threshold.substring(0, threshold.length() - 1)) / 100f;
        return binary((long) ((double) capacity.value() * (double) share));
    }

    /// Somebody else's resource, such as a device plugin's.
    static boolean isExtended(String name) {
        return name.contains("/")
                && !name.contains("kubernetes.io/")
                && !name.startsWith("requests.");
    }

    private static Quantity less(Quantity amount, Quantity reserved) {
        var rest = amount.subtract(reserved);
        return rest.signum() < 0 ? Quantity.of(0, rest.format()) : rest;
    }

    private static Quantity binary(long bytes) {
        return Quantity.of(bytes, QuantityFormat.BINARY_SI);
    }
}
