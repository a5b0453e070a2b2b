package io.jubelet.server.containerlog;

import io.jubelet.core.host.ContainerLogFiles.LogFile;
import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Reads a container's log from where it was asked for to its end; when followed, on until the
/// container has ended and all is read. A file that is rotated away is read to its end before the
/// one in its place; one that was cut is read from its beginning.
///
/// The kernel tells of every change. Beside that, the runtime is asked whether the container still
/// runs: when the file was closed, and from time to time.
///
/// Thread: the request's; [#stop] from any.
///
/// Upstream: cri-client/pkg/logs ReadLogs, which asks the runtime before every wait.
public final class LogReader {
    private static final Log LOG = Log.of(LogReader.class);
    private static final int FIRST_BUFFER = 32 << 10;

    /// A longer line is passed over: no runtime writes one unless told to.
    static final int LONGEST_LINE = 1 << 20;

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(10);

    private final LogOptions options;
    private final LogWriter writer;
    private final BooleanSupplier running;
    private volatile LogFile file;
    private volatile boolean stopped;

    private byte[] buffer = new byte[FIRST_BUFFER];
    private int filled;
    private boolean skipping;
    private boolean formatIsKnown;
    private long linesLeft = Long.MAX_VALUE;
    private boolean ended;
    private Duration patience = LATER;
    private Optional<LogFile> next = Optional.empty();

    /// @param running whether the container may still write
    public LogReader(LogFile file, LogOptions options, LogWriter writer, BooleanSupplier running) {
        this.file = file;
        this.options = options;
        this.writer = writer;
        this.running = running;
    }

    /// Ends the reading soon, from another thread.
    public void stop() {
        stopped = true;
        file.wake();
    }

    /// Reads, and closes the file in the end.
    public void read() throws IOException {
        try {
            begin();
            while (!stopped && writer.wantsMore() && linesLeft > 0) {
                var count = file.read(buffer, filled, buffer.length - filled);
                if (count >= 0) {
                    filled += count;
                    takeLines();
                } else if (!options.follow()) {
                    takeLast();
                    break;
                } else if (!goOn()) {
                    break;
                }
            }
            writer.flush();
        } finally {
            next.ifPresent(LogFile::close);
            file.close();
        }
    }

    private void begin() {
        if (options.tailLines().isPresent()) {
            var lines = options.tailLines().getAsLong();
            file.moveTo(LogTail.start(file, lines));
            if (!options.follow()) {
                linesLeft = lines;
            }
        }
        if (options.follow()) {
            // Before the first look at the end, so that nothing in between is missed.
            file.watch();
            ended = !running.getAsBoolean();
        }
    }

    private void takeLines() throws IOException {
        var start = 0;
        for (int at = 0; at < filled && writer.wantsMore() && linesLeft > 0; at++) {
            if (buffer[at] == '\n') {
                take(start, at + 1);
                start = at + 1;
            }
        }
        System.arraycopy(buffer, start, buffer, 0, filled - start);
        filled -= start;
        if (filled == buffer.length) {
            makeRoom();
        }
    }

    private void makeRoom() {
        if (buffer.length < LONGEST_LINE) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
            return;
        }
        LOG.warning("A line of a log is too long and is left out", "bytes", filled);
        filled = 0;
        skipping = true;
    }

    private void takeLast() throws IOException {
        if (filled > 0) {
            take(0, filled);
        }
    }

    private void take(int from, int to) throws IOException {
        if (skipping) {
            skipping = false;
            return;
        }
        try {
            var line = LogLine.parse(buffer, from, to);
            formatIsKnown = true;
            writer.write(line, buffer);
            linesLeft--;
        } catch (LogLine.NotALine notOne) {
            if (!formatIsKnown) {
                throw new UnknownFormat(
                        new String(buffer, from, to - from, StandardCharsets.UTF_8));
            }
            LOG.v(2).info("A line of a log cannot be read", "reason", notOne.getMessage());
        }
    }

    /// At the end of what is written: waits for more. Answers whether there may be some.
    private boolean goOn() throws IOException {
        if (next.isPresent()) {
            file.close();
            file = next.get();
            next = Optional.empty();
            filled = 0;
            skipping = false;
            file.watch();
            return true;
        }
        if (ended) {
            takeLast();
            return false;
        }
        writer.flush();
        switch (file.await(patience)) {
            case WRITTEN -> patience = LATER;
            case OTHER -> look(SOON);
            case NOTHING -> look(patience.equals(SOON) ? Duration.ofSeconds(3) : LATER);
        }
        return true;
    }

    /// What has changed beside that something was written?
    private void look(Duration then) {
        patience = then;
        if (stopped) {
            return;
        }
        next = file.successor();
        if (next.isEmpty()) {
            if (file.size() < file.position()) {
                file.moveTo(0);
                filled = 0;
            }
            ended = !running.getAsBoolean();
        }
    }

    /// The first line is none that a runtime writes.
    public static final class UnknownFormat extends IOException {
        private static final long serialVersionUID = 1;

        UnknownFormat(String line) {
            super("failed to get parse function: unsupported log format: \"" + line + "\"");
        }
    }
}
