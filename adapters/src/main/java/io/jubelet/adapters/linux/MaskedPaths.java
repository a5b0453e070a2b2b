package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What containers must not see of the machine: files that tell secrets or of other tenants.
///
/// Thread: any.
///
/// Upstream: securitycontext/util.go, the default proc mount.
public final class MaskedPaths {
    private static final Path CPUS = Path.of("/sys/devices/system/cpu");

    private static final List<String> ALWAYS =
            List.of(
                    "/proc/asound",
                    "/proc/acpi",
                    "/proc/interrupts",
                    "/proc/kcore",
                    "/proc/keys",
                    "/proc/latency_stats",
                    "/proc/timer_list",
                    "/proc/timer_stats",
                    "/proc/sched_debug",
                    "/proc/scsi",
                    "/sys/firmware",
                    "/sys/devices/virtual/powercap");

    private MaskedPaths() {}

    /// The paths that every machine has, and one for each of its CPUs that tells its heat.
    public static List<String> ofThisMachine() {
        return of(CPUS);
    }

    static List<String> of(Path cpus) {
        var throttles =
                possible(cpus.resolve("possible"))
                        .mapToObj(cpu -> cpus.resolve("cpu" + cpu + "/thermal_throttle"))
                        .filter(Files::exists)
                        .map(Path::toString);
        return Stream.concat(ALWAYS.stream(), throttles).toList();
    }

    /// Reads a list such as `0-3,8`; nothing when it cannot be read.
    private static IntStream possible(Path file) {
        try {
            return Stream.of(Files.readString(file).strip().split(","))
                    .flatMapToInt(MaskedPaths::range);
        } catch (IOException noSuchMachine) {
            return IntStream.empty();
        }
    }

    private static IntStream range(String text) {
        try {
            var dash = text.indexOf('-');
            return dash < 0
                    ? IntStream.of(Integer.parseInt(text))
                    : IntStream.rangeClosed(
                            Integer.parseInt(text.substring(0, dash)),
                            Integer.parseInt(text.substring(dash + 1)));
        } catch (NumberFormatException unknownForm) {
            return IntStream.empty();
        }
    }
}
