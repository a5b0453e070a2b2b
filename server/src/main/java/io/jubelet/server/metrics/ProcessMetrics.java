package io.jubelet.server.metrics;

import io.jubelet.server.metrics.Computed.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// What the process itself uses, read from the kernel when someone asks. Where the kernel does not
/// tell, the metric is left out.
///
/// Thread: any.
///
/// Upstream: prometheus/client_golang's process collector.
final class ProcessMetrics {
    /// The kernel's ticks a second as programs see them, the same on every platform of ours.
    private static final double TICKS_PER_SECOND = 100;

    private final Path process;
    private final Path kernel;

    private ProcessMetrics(Path process, Path kernel) {
        this.process = process;
        this.kernel = kernel;
    }

    static List<MetricFamily> ofThisProcess() {
        var proc = Path.of("/proc");
        return new ProcessMetrics(proc.resolve("self"), proc.resolve("stat")).families();
    }

    private List<MetricFamily> families() {
        return List.of(
                family(
                        "process_cpu_seconds_total",
                        "Time on processors, of the program and of the kernel for it.",
                        "counter",
                        () -> sum(stat(13), stat(14), 1 / TICKS_PER_SECOND)),
                family(
                        "process_start_time_seconds",
                        "When the process started, in seconds since 1970.",
                        "gauge",
                        () -> sum(bootTime(), scaled(stat(21), 1 / TICKS_PER_SECOND), 1)),
                family(
                        "process_resident_memory_bytes",
                        "Memory the process holds.",
                        "gauge",
                        () -> scaled(number(process.resolve("status"), "VmRSS:", 1), 1024)),
                family(
                        "process_virtual_memory_bytes",
                        "Addresses the process has reserved.",
                        "gauge",
                        () -> stat(22)),
                family("process_open_fds", "Open files.", "gauge", this::openFiles),
                family(
                        "process_max_fds",
                        "How many files may be open.",
                        "gauge",
                        this::mostOpenFiles));
    }

    private static MetricFamily family(
            String name, String help, String type, Supplier<OptionalDouble> value) {
        return new Computed(
                name,
                help,
                type,
                List.of(),
                () -> {
                    var now = value.get();
                    return now.isPresent() ? List.of(Sample.of(now.getAsDouble())) : List.of();
                });
    }

    /// A field of `/proc/self/stat`, counted from 0; the second, in brackets, may hold spaces.
    private OptionalDouble stat(int field) {
        try {
            var text = Files.readString(process.resolve("stat"));
            var afterName = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
            return OptionalDouble.of(Double.parseDouble(afterName[field - 2]));
        } catch (IOException | RuntimeException _) {
            // No such file on this system, or of another shape: the metric is left out.
            return OptionalDouble.empty();
        }
    }

    private OptionalDouble bootTime() {
        return number(kernel, "btime", 1);
    }

    private OptionalDouble mostOpenFiles() {
        return number(process.resolve("limits"), "Max open files", 3);
    }

    /// A word, counted from 0, of the line that begins so.
    private static OptionalDouble number(Path file, String begin, int word) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(begin))
                    .mapToDouble(line -> Double.parseDouble(line.split("\\s+", -1)[word]))
                    .findFirst();
        } catch (IOException | RuntimeException _) {
            // As above.
            return OptionalDouble.empty();
        }
    }

    private OptionalDouble openFiles() {
        try (var files = Files.list(process.resolve("fd"))) {
            return OptionalDouble.of((double) files.count());
        } catch (IOException | RuntimeException _) {
            // As above.
            return OptionalDouble.empty();
        }
    }

    private static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent()
                ? OptionalDouble.of(value.getAsDouble() * factor)
                : OptionalDouble.empty();
    }

    private static OptionalDouble sum(OptionalDouble one, OptionalDouble other, double factor) {
        return one.isPresent() && other.isPresent()
                ? OptionalDouble.of((one.getAsDouble() + other.getAsDouble()) * factor)
                : OptionalDouble.empty();
    }
}
