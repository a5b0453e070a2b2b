package io.jubelet.server.containerlog;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// One line as CRI runtimes write it: a time, a stream, tags, and what the container wrote.
///
/// ```
/// 2016-10-06T00:17:09.669794202Z stdout P the beginning of a line
/// 2016-10-06T00:17:09.669794203Z stdout F and its end
/// ```
///
/// Upstream: cri-client/pkg/logs parseCRILog.
///
/// @param content where in the bytes that were parsed the container's own begin
/// @param end where they end: without the newline where the container wrote none
record LogLine(OffsetDateTime time, String stream, int content, int end) {
    private static final DateTimeFormatter SHOWN =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnXXX", Locale.ROOT);

    /// A line that no runtime writes like this.
    static final class NotALine extends Exception {
        private static final long serialVersionUID = 1;

        NotALine(String message) {
            super(message);
        }
    }

    /// Reads the line that lies between two places of the bytes, its newline included if it has
    /// one.
    static LogLine parse(byte[] bytes, int from, int to) throws NotALine {
        var afterTime = space(bytes, from, to, "timestamp is not found");
        var time = time(text(bytes, from, afterTime));
        var afterStream = space(bytes, afterTime + 1, to, "stream type is not found");
        var stream = text(bytes, afterTime + 1, afterStream);
        if (!stream.equals("stdout") && !stream.equals("stderr")) {
            throw new NotALine("unexpected stream type \"" + stream + "\"");
        }
        var afterTags = space(bytes, afterStream + 1, to, "log tag is not found");
        var tags = text(bytes, afterStream + 1, afterTags);
        var partial = tags.equals("P") || tags.startsWith("P:");
        var end = partial && bytes[to - 1] == '\n' ? to - 1 : to;
        return new LogLine(time, stream, afterTags + 1, Math.max(end, afterTags + 1));
    }

    private static int space(byte[] bytes, int from, int to, String otherwise) throws NotALine {
        for (int at = from; at < to; at++) {
            if (bytes[at] == ' ') {
                return at;
            }
        }
        throw new NotALine(otherwise);
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static OffsetDateTime time(String text) throws NotALine {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeException notOne) {
            throw new NotALine("unexpected timestamp format: \"" + text + "\"");
        }
    }

    /// The time as it stands before a line, with the space that follows.
    byte[] prefix() {
        return (SHOWN.format(time) + " ").getBytes(StandardCharsets.US_ASCII);
    }
}
