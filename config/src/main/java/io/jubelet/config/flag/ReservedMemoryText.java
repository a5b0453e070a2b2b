package io.jubelet.config.flag;

import io.jubelet.api.kubeletconfig.MemoryReservation;
import io.jubelet.api.meta.Quantity;
import io.jubelet.log.GoText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Reads and prints memory set aside per NUMA node as `0:memory=1Gi,hugepages-2Mi=2Gi;1:…`.
///
/// Thread: stateless. Upstream: pkg/util/flag `ReservedMemoryVar`.
final class ReservedMemoryText {
    private static final String HUGE_PAGES = "hugepages-";

    private ReservedMemoryText() {}

    static List<MemoryReservation> parse(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        var reservations = new ArrayList<MemoryReservation>();
        for (String part : text.split(";", -1)) {
            reservations.add(node(part));
        }
        return List.copyOf(reservations);
    }

    private static MemoryReservation node(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException(
                    "the reserved memory has incorrect format, expected"
                            + " numaNodeID:type=quantity[,type=quantity...], got "
                            + text);
        }
        var reservation = MemoryReservation.newBuilder().setNumaNode(number(parts[0]));
        Arrays.stream(parts[1].split(",", -1)).forEach(limit -> limit(reservation, limit));
        return reservation.build();
    }

    private static int number(String text) {
        if (!text.matches("[+-]?[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "failed to convert the NUMA node ID, expected integer, got " + text);
        }
        return Integer.parseInt(text);
    }

    private static void limit(MemoryReservation.Builder reservation, String text) {
        String[] pair = text.split("=", -1);
        if (pair.length != 2) {
            throw new IllegalArgumentException(
                    "the reserved limit has incorrect value, expected type=quantity, got " + text);
        }
        if (!pair[0].equals("memory") && !pair[0].startsWith(HUGE_PAGES)) {
            throw new IllegalArgumentException(
                    "memory type conversion error, unknown type: " + GoText.quote(pair[0]));
        }
        var quantity = io.jubelet.model.quantity.Quantity.tryParse(pair[1]);
        if (quantity.isEmpty()) {
            throw new IllegalArgumentException("failed to parse the quantity: " + pair[1]);
        }
        String canonical = quantity.get().toString();
        reservation.putLimits(pair[0], Quantity.newBuilder().setString(canonical).build());
    }

    static String print(List<MemoryReservation> reservations) {
        return reservations.stream()
                .map(each -> each.getNumaNode() + ":" + limits(each))
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static String limits(MemoryReservation reservation) {
        return reservation.getLimitsMap().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().getString())
                .sorted()
                .collect(Collectors.joining(","));
    }
}
