package io.jubelet.core.admission;

import io.jubelet.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Which kernel settings pods may have: those that are safe on this kernel, and those that the
/// node's owner allows. Pure.
///
/// Upstream: sysctl/allowlist.go, safe_sysctls.go; component-helpers/node/util/sysctl.
public final class SysctlPolicy {
    /// Settings that touch no other pod, and the kernel from which on that is so.
    private static final Map<String, String> SAFE =
            Map.ofEntries(
                    Map.entry("kernel.shm_rmid_forced", "0"),
                    Map.entry("net.ipv4.ip_local_port_range", "0"),
                    Map.entry("net.ipv4.tcp_syncookies", "0"),
                    Map.entry("net.ipv4.ping_group_range", "0"),
                    Map.entry("net.ipv4.ip_unprivileged_port_start", "0"),
                    Map.entry("net.ipv4.ip_local_reserved_ports", "3.16"),
                    Map.entry("net.ipv4.tcp_keepalive_time", "4.5"),
                    Map.entry("net.ipv4.tcp_fin_timeout", "4.6"),
                    Map.entry("net.ipv4.tcp_keepalive_intvl", "4.5"),
                    Map.entry("net.ipv4.tcp_keepalive_probes", "4.5"),
                    Map.entry("net.ipv4.tcp_rmem", "4.15"),
                    Map.entry("net.ipv4.tcp_wmem", "4.15"));

    private static final int LONGEST = 253;
    private static final Pattern VALID =
            Pattern.compile(
                    "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]$");

    private static final List<String> OF_IPC =
            List.of(
                    "kernel.sem",
                    "kernel.shmall",
                    "kernel.shmmax",
                    "kernel.shmmni",
                    "kernel.shm_rmid_forced",
                    "kernel.shm",
                    "kernel.msgmax",
                    "kernel.msgmnb",
                    "kernel.msgmni",
                    "kernel.msg");

    private final Map<String, Namespace> names;
    private final Map<String, Namespace> prefixes;

    /// Whose own a setting is.
    private enum Namespace {
        IPC("IPC"),
        NET("Net");

        private final String text;

        Namespace(String text) {
            this.text = text;
        }
    }

    private SysctlPolicy(Map<String, Namespace> names, Map<String, Namespace> prefixes) {
        this.names = names;
        this.prefixes = prefixes;
    }

    /// The safe ones of this kernel and the allowed ones.
    ///
    /// @param kernel the kernel's release, such as `6.1.0-13-amd64`; empty when it is not known
    /// @param allowedUnsafe names, or beginnings of names before a star
    /// @throws IllegalArgumentException for one that no pod has as its own, in upstream's words
    public static SysctlPolicy of(String kernel, List<String> allowedUnsafe) {
        var patterns = new ArrayList<>(safe(kernel));
        patterns.addAll(allowedUnsafe);
        return of(patterns);
    }

    /// The safe ones of that kernel; without a kernel those that always were.
    static List<String> safe(String kernel) {
        return SAFE.entrySet().stream()
                .filter(entry -> KernelVersion.atLeast(kernel, entry.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    static SysctlPolicy of(List<String> patterns) {
        var names = new TreeMap<String, Namespace>();
        var prefixes = new TreeMap<String, Namespace>();
        for (var pattern : patterns) {
            if (pattern.length() > LONGEST || !VALID.matcher(pattern).matches()) {
                throw new IllegalArgumentException(
                        "sysctl \"%s\" must have at most %d characters and match regex %s"
                                .formatted(pattern, LONGEST, VALID.pattern()));
            }
            var normal = normalised(pattern);
            var star = normal.indexOf('*');
            var name = star < 0 ? normal : normal.substring(0, star);
            var namespace = namespaceOf(name).orElseThrow(() -> notNamespaced(name));
            (star < 0 ? names : prefixes).put(name, namespace);
        }
        return new SysctlPolicy(names, prefixes);
    }

    private static IllegalArgumentException notNamespaced(String name) {
        return new IllegalArgumentException(
                "the sysctls \"" + name + "\" are not known to be namespaced");
    }

    private static Optional<Namespace> namespaceOf(String name) {
        if (OF_IPC.contains(name) || name.startsWith("fs.mqueue.")) {
            return Optional.of(Namespace.IPC);
        }
        return name.startsWith("net.") ? Optional.of(Namespace.NET) : Optional.empty();
    }

    /// Slashes instead of dots are the other way to write a name; whichever comes first separates.
    static String normalised(String name) {
        var dot = name.indexOf('.');
        var slash = name.indexOf('/');
        if (slash < 0 || (dot >= 0 && dot < slash)) {
            return name;
        }
        var normal = new StringBuilder();
        for (var i = 0; i < name.length(); i++) {
            var c = name.charAt(i);
            normal.append(c == '/' ? '.' : c == '.' ? '/' : c);
        }
        return normal.toString();
    }

    /// Why the pod may not have its settings, if it may not.
    Optional<String> problem(Pod pod) {
        var spec = pod.getSpec();
        return spec.getSecurityContext().getSysctlsList().stream()
                .flatMap(
                        sysctl ->
                                problem(
                                        normalised(sysctl.getName()),
                                        spec.getHostNetwork(),
                                        spec.getHostIPC())
                                        .stream())
                .findFirst();
    }

    Optional<String> problem(String name, boolean hostNetwork, boolean hostIpc) {
        var namespace = Optional.ofNullable(names.get(name)).or(() -> byPrefix(name));
        if (namespace.isEmpty()) {
            return Optional.of("\"" + name + "\" not allowlisted");
        }
        var shared =
                switch (namespace.get()) {
                    case IPC -> hostIpc;
                    case NET -> hostNetwork;
                };
        return shared
                ? Optional.of(
                        "\"%s\" not allowed with host %s enabled"
                                .formatted(name, namespace.get().text))
                : Optional.empty();
    }

    private Optional<Namespace> byPrefix(String name) {
        return prefixes.entrySet().stream()
                .filter(entry -> name.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
