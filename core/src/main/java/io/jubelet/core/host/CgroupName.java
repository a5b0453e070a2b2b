package io.jubelet.core.host;

import java.util.ArrayList;
import java.util.List;

/// A cgroup by the names from the root down to it, whatever the driver makes of them.
///
/// Thread: any; immutable.
/// Upstream: cgroup_manager_linux.go CgroupName, ToCgroupfs, ToSystemd.
public record CgroupName(List<String> parts) implements Comparable<CgroupName> {
    public static final CgroupName ROOT = new CgroupName(List.of());

    private static final String SLICE = ".slice";

    public CgroupName {
        parts = List.copyOf(parts);
        for (var part : parts) {
            if (part.isEmpty()
                    || part.equals(".")
                    || part.equals("..")
                    || part.indexOf('/') >= 0
                    || part.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("no name of a cgroup: \"" + part + "\"");
            }
        }
    }

    /// From the form that a path has, such as `/kubepods/burstable`.
    public static CgroupName parse(String path) {
        var parts = new ArrayList<String>();
        for (var part : path.split("/", -1)) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return new CgroupName(parts);
    }

    public CgroupName child(String name) {
        var longer = new ArrayList<>(parts);
        longer.add(name);
        return new CgroupName(longer);
    }

    /// As the cgroupfs driver has it: `/kubepods/burstable/pod1234-abcd`.
    public String cgroupfs() {
        return "/" + String.join("/", parts);
    }

    /// As the systemd driver has it, where a dash parts a slice from the one above it:
    /// `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1234_abcd.slice`.
    public String systemd() {
        if (parts.isEmpty()) {
            return "/";
        }
        var path = new StringBuilder();
        var slice = new StringBuilder();
        for (var part : parts) {
            slice.append(slice.isEmpty() ? "" : "-").append(part.replace('-', '_'));
            path.append('/').append(slice).append(SLICE);
        }
        return path.toString();
    }

    /// Back from the systemd driver's form; only its last part counts.
    public static CgroupName parseSystemd(String path) {
        var last = path.substring(path.lastIndexOf('/') + 1);
        var slice = last.endsWith(SLICE) ? last.substring(0, last.length() - 6) : last;
        var parts = new ArrayList<String>();
        for (var part : slice.split("-", -1)) {
            parts.add(part.replace('_', '-'));
        }
        return new CgroupName(parts);
    }

    @Override
    public int compareTo(CgroupName other) {
        return cgroupfs().compareTo(other.cgroupfs());
    }

    @Override
    public String toString() {
        return cgroupfs();
    }
}
