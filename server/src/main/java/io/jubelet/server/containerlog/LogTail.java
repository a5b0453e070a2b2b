package io.jubelet.server.containerlog;

import io.jubelet.core.host.ContainerLogFiles.LogFile;

/// Finds where the last lines of a file begin, reading it from its end.
///
/// Thread: the file's.
///
/// Upstream: cri-client/pkg/logs findTailLineStartIndex.
final class LogTail {
    private static final int BLOCK = 8 << 10;

    private LogTail() {}

    /// Where the last `lines` lines begin. One without an end does not count, but is included.
    static long start(LogFile file, long lines) {
        var found = 0L;
        var block = new byte[BLOCK];
        for (var right = file.size(); right > 0; ) {
            var left = Math.max(0, right - BLOCK);
            var length = fill(file, left, block, (int) (right - left));
            for (int at = length - 1; at >= 0; at--) {
                if (block[at] == '\n') {
                    found++;
                    if (found > lines) {
                        return left + at + 1;
                    }
                }
            }
            right = left;
        }
        return 0;
    }

    /// Answers how much there was: less if the file was cut meanwhile.
    private static int fill(LogFile file, long from, byte[] block, int length) {
        file.moveTo(from);
        var filled = 0;
        while (filled < length) {
            var count = file.read(block, filled, length - filled);
            if (count < 0) {
                break;
            }
            filled += count;
        }
        return filled;
    }
}
