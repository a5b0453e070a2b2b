package io.jubelet.app;

import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a node's kernel is set to, so that memory runs out in a pod's cgroup and not for everybody,
/// and so that a broken kernel starts anew.
///
/// Thread: main, once.
/// Upstream: cm/container_manager_linux.go setupKernelTunables.
final class KernelTunables {
    private static final Log LOG = Log.of(KernelTunables.class);

    /// Where the kernel's settings are.
    static final Path SETTINGS = Path.of("/proc/sys");

    private static final Map<String, Integer> WANTED = wanted();

    private KernelTunables() {}

    private static Map<String, Integer> wanted() {
        var wanted = new LinkedHashMap<String, Integer>();
        wanted.put("vm/overcommit_memory", 1);
        wanted.put("vm/panic_on_oom", 0);
        wanted.put("kernel/panic", 10);
        wanted.put("kernel/panic_on_oops", 1);
        wanted.put("kernel/keys/root_maxkeys", 1_000_000);
        wanted.put("kernel/keys/root_maxbytes", 25_000_000);
        return wanted;
    }

    /// Throws [StartException] if they are to be left alone and are not as they have to be.
    ///
    /// @param leaveAlone `protectKernelDefaults`
    static void settle(Path settings, boolean leaveAlone) {
        var wrong = new ArrayList<String>();
        WANTED.forEach(
                (name, wanted) -> {
                    try {
                        var file = settings.resolve(name);
                        var actual = KernelNumber.read(file);
                        if (actual == wanted) {
                            return;
                        }
                        if (leaveAlone) {
                            wrong.add(
                                    "invalid kernel flag: %s, expected value: %d, actual value: %d"
                                            .formatted(name, wanted, actual));
                        } else {
                            set(file, name, wanted, actual);
                        }
                    } catch (IOException | NumberFormatException failure) {
                        LOG.warning(
                                "Cannot read a kernel flag",
                                "flag",
                                name,
                                "err",
                                failure.toString());
                    }
                });
        if (!wrong.isEmpty()) {
            throw new StartException("Failed to start ContainerManager: " + together(wrong));
        }
    }

    /// Better a node that lacks one of them than none: a container may not set them.
    private static void set(Path file, String name, int wanted, long actual) {
        LOG.v(2).info("Updating kernel flag", "flag", name, "expected", wanted, "actual", actual);
        try {
            Files.writeString(file, Integer.toString(wanted));
        } catch (IOException failure) {
            LOG.warning("Updating kernel flag failed", "flag", name, "err", failure.toString());
        }
    }

    private static String together(List<String> problems) {
        return problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]";
    }
}
