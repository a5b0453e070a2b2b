package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Ends what is in a cgroup and removes its folders, from the innermost out.
///
/// Thread: one that may block.
/// Upstream: pod_container_manager_linux.go Destroy, tryKillingCgroupProcesses.
final class CgroupRemoval {
    private static final String BUSY = "Device or resource busy";
    private static final int MOST_NAMED = 5;

    private CgroupRemoval() {}

    /// @return what still holds one of them; empty once all are gone
    static Optional<String> remove(List<Path> folders) throws IOException {
        var held = Optional.<String>empty();
        for (var folder : folders) {
            if (CgroupFiles.isFolder(folder)) {
                var tree = tree(folder);
                kill(tree);
                for (var each : tree.reversed()) {
                    if (!isRemoved(each) && held.isEmpty()) {
                        held = Optional.of(whoHolds(each));
                    }
                }
            }
        }
        return held;
    }

    /// The folder and all below it, outer ones first.
    private static List<Path> tree(Path folder) throws IOException {
        var all = new ArrayList<Path>();
        all.add(folder);
        for (var index = 0; index < all.size(); index++) {
            all.addAll(CgroupFiles.below(all.get(index)));
        }
        return all;
    }

    private static void kill(List<Path> tree) throws IOException {
        for (var folder : tree) {
            for (var pid : processes(folder)) {
                kill(folder, pid);
            }
        }
    }

    private static void kill(Path folder, long pid) {
        // Processes of other namespaces are told as 0.
        if (pid <= 1 || pid == ProcessHandle.current().pid()) {
            throw new HostCallException(folder + " holds process " + pid + ", which may not end");
        }
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static Set<Long> processes(Path folder) throws IOException {
        var pids = new TreeSet<Long>();
        for (var word : wordsOf(folder)) {
            pids.add(Long.valueOf(word));
        }
        return pids;
    }

    private static Set<String> wordsOf(Path folder) throws IOException {
        try {
            return CgroupFiles.words(folder.resolve("cgroup.procs"));
        } catch (FileSystemException gone) {
            if (CgroupFiles.isFolder(folder)) {
                throw gone;
            }
            return Set.of();
        }
    }

    private static boolean isRemoved(Path folder) throws IOException {
        try {
            Files.delete(folder);
            return true;
        } catch (NoSuchFileException gone) {
            return true;
        } catch (DirectoryNotEmptyException busy) {
            return false;
        } catch (FileSystemException failure) {
            if (BUSY.equals(failure.getReason())) {
                return false;
            }
            throw failure;
        }
    }

    private static String whoHolds(Path folder) throws IOException {
        var pids = processes(folder);
        if (pids.isEmpty()) {
            return folder + ": " + BUSY;
        }
        var named = pids.stream().limit(MOST_NAMED).map(CgroupRemoval::describe).toList();
        var more = pids.size() > MOST_NAMED ? " and " + (pids.size() - MOST_NAMED) + " more" : "";
        return folder + " holds " + String.join(", ", named) + more;
    }

    /// Its pid and the kernel's short name of it; never its arguments, which may hold secrets.
    private static String describe(long pid) {
        try {
            return pid + " (" + CgroupFiles.read(Path.of("/proc/" + pid + "/comm")) + ")";
        } catch (IOException gone) {
            return Long.toString(pid);
        }
    }
}
