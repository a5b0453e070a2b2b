package io.jubelet.app;

import io.jubelet.core.sync.NodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// What the kernel tells of this machine.
///
/// Thread: main, once.
final class MachineFacts {
    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
    private static final Path MEMORY = Path.of("/proc/meminfo");

    private MachineFacts() {}

    /// @param hostnameOverride what `--hostname-override` says, or empty
    static NodeFacts read(String hostnameOverride) {
        try {
            var name = hostnameOverride.isEmpty() ? Files.readString(HOSTNAME) : hostnameOverride;
            return new NodeFacts(
                    name.strip().toLowerCase(Locale.ROOT),
                    memoryBytes(),
                    Runtime.getRuntime().availableProcessors());
        } catch (IOException failure) {
            throw new StartException("cannot read facts of this machine: " + failure, failure);
        }
    }

    private static long memoryBytes() throws IOException {
        return Files.readAllLines(MEMORY).stream()
                .filter(line -> line.startsWith("MemTotal:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(kilobytes -> Long.parseLong(kilobytes) * 1024)
                .findFirst()
                .orElseThrow(() -> new StartException(MEMORY + " has no MemTotal"));
    }
}
