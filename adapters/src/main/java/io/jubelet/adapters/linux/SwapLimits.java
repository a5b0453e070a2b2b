package io.jubelet.adapters.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether this kernel lets swap be limited.
///
/// Upstream: kuberuntime_container_linux.go swapControllerAvailable.
public final class SwapLimits {
    private static final Path OWN = Path.of("/proc/self/cgroup");
    private static final String UNIFIED = "0::/";

    private SwapLimits() {}

    public static boolean available(boolean unified) {
        return unified
                ? Files.exists(ownFolder().resolve("memory.swap.max"))
                : Files.exists(CgroupVersion.ROOT.resolve("memory/memory.memsw.limit_in_bytes"));
    }

    /// The root itself has no such file, so it is looked for where this process is.
    private static Path ownFolder() {
        try {
            return Files.readAllLines(OWN).stream()
                    .filter(line -> line.startsWith(UNIFIED))
                    .map(line -> CgroupVersion.ROOT.resolve(line.substring(UNIFIED.length())))
                    .findFirst()
                    .orElse(CgroupVersion.ROOT);
        } catch (IOException unknown) {
            return CgroupVersion.ROOT;
        }
    }
}
