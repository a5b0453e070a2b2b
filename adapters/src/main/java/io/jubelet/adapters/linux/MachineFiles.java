package io.jubelet.adapters.linux;

import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.MachineFacts.HugePages;
import io.jubelet.core.host.NetworkFacts.DefaultRoute;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// What the kernel's and the distribution's files say of this machine.
///
/// Thread: any that may block on the disk.
/// Upstream: cAdvisor machine.Info, sysinfo.GetHugePagesInfo, operatingsystem_unix.go;
/// apimachinery util/net getAllDefaultRoutes.
final class MachineFiles {
    private static final String ZERO_IPV4 = "0".repeat(8);
    private static final String ZERO_IPV6 = "0".repeat(32);

    private final Path root;

    /// @param root `/`, or a folder that looks like it
    MachineFiles(Path root) {
        this.root = root;
    }

    MachineFacts facts(OptionalLong rootDiskBytes) throws IOException {
        return new MachineFacts(
                new MachineFacts.Identity(
                        first("etc/machine-id", "var/lib/dbus/machine-id"),
                        first("sys/class/dmi/id/product_uuid", "proc/device-tree/system-id"),
                        first("proc/sys/kernel/random/boot_id"),
                        first("proc/sys/kernel/osrelease"),
                        osImage(),
                        architecture(System.getProperty("os.arch", ""))),
                cores(),
                memory("MemTotal:"),
                memory("SwapTotal:"),
                hugePages(),
                rootDiskBytes);
    }

    /// The first of these files that can be read; empty where none can.
    private String first(String... files) {
        for (var file : files) {
            try {
                return text(file).replace("\0", "").strip();
            } catch (IOException absent) {
                // The next one may be there.
            }
        }
        return "";
    }

    private String text(String file) throws IOException {
        return new String(Files.readAllBytes(root.resolve(file)), StandardCharsets.UTF_8);
    }

    private String osImage() {
        var release = first("etc/os-release", "usr/lib/os-release");
        if (release.isEmpty()) {
            return "Unknown";
        }
        var key = "PRETTY_NAME=";
        return release.lines()
                .filter(line -> line.startsWith(key))
                .map(line -> unquoted(line.substring(key.length())))
                .findFirst()
                .orElse("Linux");
    }

    private static String unquoted(String text) {
        var from = 0;
        var to = text.length();
        while (from < to && text.charAt(from) == '"') {
            from++;
        }
        while (to > from && text.charAt(to - 1) == '"') {
            to--;
        }
        return text.substring(from, to);
    }

    /// Go's word for what the JVM calls it.
    static String architecture(String word) {
        return switch (word) {
            case "aarch64" -> "arm64";
            case "x86_64" -> "amd64";
            default -> word;
        };
    }

    /// The processors that are online: not those that we may use, which may be fewer.
    private int cores() throws IOException {
        var online = first("sys/devices/system/cpu/online");
        if (!online.isEmpty()) {
            return count(online);
        }
        return (int)
                text("proc/cpuinfo").lines().filter(line -> line.startsWith("processor")).count();
    }

    /// How many numbers a list such as `0-3,8` holds.
    static int count(String ranges) {
        var count = 0;
        for (var range : ranges.split(",", -1)) {
            var dash = range.indexOf('-');
            count +=
                    dash < 0
                            ? 1
                            : Integer.parseInt(range.substring(dash + 1).strip())
                                    - Integer.parseInt(range.substring(0, dash).strip())
                                    + 1;
        }
        return count;
    }

    private long memory(String key) throws IOException {
        for (var line : text("proc/meminfo").lines().toList()) {
            if (line.startsWith(key)) {
                var words = line.substring(key.length()).strip().split(" ", -1);
                return Long.parseLong(words[0]) * 1024;
            }
        }
        throw new IOException("/proc/meminfo has no " + key.substring(0, key.length() - 1));
    }

    /// A kernel without huge pages has no such folder.
    private List<HugePages> hugePages() throws IOException {
        var folder = root.resolve("sys/kernel/mm/hugepages");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var found = new ArrayList<HugePages>();
        try (var sizes = Files.newDirectoryStream(folder, "hugepages-*kB")) {
            for (var size : sizes) {
                var name = size.getFileName().toString();
                var kilobytes = name.substring("hugepages-".length(), name.length() - 2);
                var count = first("sys/kernel/mm/hugepages/" + name + "/nr_hugepages");
                found.add(
                        new HugePages(
                                Long.parseLong(kilobytes) * 1024,
                                count.isEmpty() ? 0 : Long.parseLong(count)));
            }
        }
        found.sort((one, other) -> Long.compare(one.pageBytes(), other.pageBytes()));
        return found;
    }

    /// The ways out, those of IPv4 first.
    List<DefaultRoute> defaultRoutes() {
        var routes = new ArrayList<DefaultRoute>();
        for (var line : first("proc/net/route").lines().toList()) {
            var fields = line.strip().split("\\s+", -1);
            if (fields.length > 2 && fields[1].equals(ZERO_IPV4)) {
                routes.add(new DefaultRoute(fields[0], true));
            }
        }
        for (var line : first("proc/net/ipv6_route").lines().toList()) {
            var fields = line.strip().split("\\s+", -1);
            if (fields.length > 9 && fields[0].equals(ZERO_IPV6) && !fields[4].equals(ZERO_IPV6)) {
                routes.add(new DefaultRoute(fields[9], false));
            }
        }
        return routes;
    }
}
