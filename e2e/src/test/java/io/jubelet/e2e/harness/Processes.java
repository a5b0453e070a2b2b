package io.jubelet.e2e.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What the kernel knows of the machine's processes.
///
/// Thread: any.
public final class Processes {
    private Processes() {}

    /// The ids of the processes with this word in their command line.
    public static List<Long> with(String marker) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> commandLine(pid).stream().anyMatch(word -> word.contains(marker)))
                .toList();
    }

    /// The words of its command line; none if it is gone.
    public static List<String> commandLine(long pid) {
        try {
            var line = Files.readAllBytes(Path.of("/proc/" + pid + "/cmdline"));
            return Stream.of(new String(line, StandardCharsets.UTF_8).split("\0", -1))
                    .filter(word -> !word.isEmpty())
                    .toList();
        } catch (IOException gone) {
            return List.of();
        }
    }
}
