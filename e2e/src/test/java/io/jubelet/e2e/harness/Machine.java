package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the Go kubelet changes on the machine that runs it, and how it was before: closing puts it
/// back.
///
/// Thread: the test's.
public final class Machine implements AutoCloseable {
    /// Below this all its groups of processes are made; runs with other folders have another one.
    public static final String CGROUP = String.valueOf(Path.of(Rig.STATE).getFileName());

    /// The same for a second kubelet beside the first.
    public static final String TWIN_CGROUP = CGROUP + "-twin";

    private static final Path FIXED_FOLDER = Path.of("/var/lib/kubelet");

    /// What it sets, and to which values.
    private static final Map<String, String> TUNABLES =
            Map.of(
                    "vm/overcommit_memory", "1",
                    "vm/panic_on_oom", "0",
                    "kernel/panic", "10",
                    "kernel/panic_on_oops", "1",
                    "kernel/keys/root_maxkeys", "1000000",
                    "kernel/keys/root_maxbytes", "25000000");

    private final Path root;
    private final boolean hadFixedFolder = Files.exists(FIXED_FOLDER);
    private final Map<Path, String> tunables = new LinkedHashMap<>();

    /// @param root the root folder of the kubelets to come, which they may mount things below
    public Machine(Path root) {
        this.root = root;
        for (var name : TUNABLES.keySet()) {
            tunables.put(tunable(name), value(tunable(name)));
        }
        makeCgroup();
    }

    /// By lines: the kernel says that such a file is empty, and what asks for the rest after its
    /// first byte gets that byte alone.
    private static String value(Path file) {
        try {
            return Files.readAllLines(file).getFirst();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Path tunable(String name) {
        return Path.of("/proc/sys").resolve(name);
    }

    /// Sets what the Go kubelet would, for one that may not and so ends where it is not set.
    public void tune() {
        TUNABLES.forEach((name, value) -> write(tunable(name), value));
    }

    /// Makes the root of all cgroups of a kubelet under test, be it ours or the other.
    public static void makeCgroup() {
        makeCgroup(CGROUP);
    }

    static void makeCgroup(String name) {
        inRig(
                """
                cgroup_hierarchies | while read -r hierarchy; do
                  mkdir -p "$hierarchy/%1$s/kubelet" "$hierarchy/%1$s/system"
                done"""
                        .formatted(name));
    }

    public static void removeCgroup() {
        inRig("cgroup_remove " + CGROUP);
    }

    public static void removeTwinCgroup() {
        inRig("cgroup_remove " + TWIN_CGROUP);
    }

    /// Forgets the state of the kubelet that ran last.
    public void clearRoot() {
        unmount(root);
        Folders.remove(root);
    }

    /// Takes away all that a killed kubelet left mounted below its folder.
    public static void unmount(Path folder) {
        inRig("unmount_tree " + folder);
    }

    @Override
    public void close() {
        clearRoot();
        removeCgroup();
        if (!hadFixedFolder) {
            inRig("unmount_tree " + FIXED_FOLDER);
            Folders.remove(FIXED_FOLDER);
        }
        tunables.forEach(Machine::write);
    }

    private static void write(Path file, String value) {
        try {
            if (!value(file).equals(value)) {
                Files.writeString(file, value);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void inRig(String commands) {
        var rig = Project.file("rig");
        Command.of(
                        "bash",
                        "-c",
                        ". %1$s/lib/common.bash; . %1$s/lib/cgroups.bash; %2$s"
                                .formatted(rig, commands))
                .succeed();
    }
}
