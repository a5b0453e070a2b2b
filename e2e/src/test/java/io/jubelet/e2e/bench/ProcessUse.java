package io.jubelet.e2e.bench;

import io.jubelet.e2e.harness.Folders;
import java.nio.file.Path;

/// What a process has used of the machine so far, by the kernel's count.
///
/// Thread: immutable.
///
/// @param cpuSeconds of all its threads and of the children that ended
record ProcessUse(double cpuSeconds, double rssMb, double rssAnonMb) {
    /// The kernel shows times in hundredths of a second, whatever it counts in.
    private static final double TICKS_A_SECOND = 100;

    private static final int FIRST_TIME = 11;
    private static final int TIMES = 4;
    private static final double KIBI = 1024;

    static ProcessUse of(long pid) {
        var folder = Path.of("/proc").resolve(Long.toString(pid));
        return parse(Folders.text(folder.resolve("stat")), Folders.text(folder.resolve("status")));
    }

    /// The use of the process whose id this file of the rig begins with.
    static ProcessUse ofDaemon(Path pidFile) {
        return of(Long.parseLong(Folders.text(pidFile).split(" ", 2)[0].strip()));
    }

    /// @param stat `/proc/PID/stat`: the program's name, in brackets, may hold anything
    /// @param status `/proc/PID/status`
    static ProcessUse parse(String stat, String status) {
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        var ticks = 0L;
        for (var index = FIRST_TIME; index < FIRST_TIME + TIMES; index++) {
            ticks += Long.parseLong(fields[index].strip());
        }
        return new ProcessUse(
                ticks / TICKS_A_SECOND, megabytes(status, "VmRSS"), megabytes(status, "RssAnon"));
    }

    private static double megabytes(String status, String key) {
        return status.lines()
                        .filter(line -> line.startsWith(key + ":"))
                        .map(line -> line.replaceAll("[^0-9]", ""))
                        .mapToDouble(Double::parseDouble)
                        .findFirst()
                        .orElse(0)
                / KIBI;
    }
}
