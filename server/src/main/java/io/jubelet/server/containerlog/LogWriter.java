package io.jubelet.server.containerlog;

import io.jubelet.server.http.ResponseStream;
import java.io.IOException;
import java.time.Instant;

/// Takes lines and sends on what was asked for of them, in pieces of a fair size.
///
/// Thread: the request's.
///
/// Upstream: cri-client/pkg/logs logWriter.
public final class LogWriter {
    private static final int PIECE = 32 << 10;
    private static final byte[] NO_PREFIX = new byte[0];

    private final LogOptions options;
    private final Instant since;
    private final ResponseStream out;
    private final byte[] piece = new byte[PIECE];
    private int filled;
    private long left;
    private boolean atLineStart = true;

    public LogWriter(LogOptions options, Instant since, ResponseStream out) {
        this.options = options;
        this.since = since;
        this.out = out;
        this.left = options.limitBytes().orElse(Long.MAX_VALUE);
    }

    /// Whether there is room for more.
    boolean wantsMore() {
        return left > 0;
    }

    void write(LogLine line, byte[] bytes) throws IOException {
        if (!line.time().toInstant().isBefore(since) && options.streams().include(line.stream())) {
            var prefix = options.timestamps() && atLineStart ? line.prefix() : NO_PREFIX;
            put(prefix, 0, prefix.length);
            put(bytes, line.content(), line.end() - line.content());
        }
        atLineStart = line.end() == line.content() || bytes[line.end() - 1] == '\n';
    }

    private void put(byte[] bytes, int offset, int length) throws IOException {
        var count = (int) Math.min(length, left);
        left -= count;
        for (int at = offset; at < offset + count; ) {
            var part = Math.min(PIECE - filled, offset + count - at);
            System.arraycopy(bytes, at, piece, filled, part);
            filled += part;
            at += part;
            if (filled == PIECE) {
                flush();
            }
        }
    }

    /// Sends what was taken so far.
    void flush() throws IOException {
        out.write(piece, 0, filled);
        filled = 0;
    }
}
