package io.jubelet.server.containerlog;

import io.jubelet.server.http.Request;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Which part of a container's log is asked for.
///
/// Upstream: v1.PodLogOptions, ValidatePodLogOptions.
///
/// @param tailLines how many lines from the end; empty for all
/// @param limitBytes how much at most
public record LogOptions(
        boolean follow,
        boolean previous,
        boolean timestamps,
        OptionalLong tailLines,
        OptionalLong limitBytes,
        OptionalLong sinceSeconds,
        Optional<Instant> sinceTime,
        Streams streams) {

    /// Which of a container's two streams are wanted.
    public enum Streams {
        ALL,
        STDOUT,
        STDERR;

        boolean include(String name) {
            return this == ALL || name.equals(this == STDOUT ? "stdout" : "stderr");
        }
    }

    /// What became of a query.
    public sealed interface Parsed {
        record Good(LogOptions options) implements Parsed {}

        /// @param message with which it is refused
        record Bad(int status, String message) implements Parsed {}
    }

    /// A query's value that cannot be read.
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// @param splitStreams whether one stream alone may be asked for
    ///     (gate PodLogsQuerySplitStreams)
    public static Parsed parse(Request request, boolean splitStreams) {
        LogOptions options;
        var streamName = request.value("stream");
        try {
            options = read(request, streamName);
        } catch (Unreadable _) {
            return new Parsed.Bad(400, "{\"message\": \"Unable to decode query.\"}");
        }
        if (!options.isValid(streamName)) {
            return new Parsed.Bad(422, "{\"message\": \"Invalid request.\"}");
        }
        if (!splitStreams && options.streams() != Streams.ALL) {
            return new Parsed.Bad(
                    400,
                    "unable to return the given log stream: \""
                            + streamName
                            + "\". Please enable PodLogsQuerySplitStreams feature gate in kubelet");
        }
        return new Parsed.Good(options);
    }

    private static LogOptions read(Request request, String streamName) {
        return new LogOptions(
                flag(request, "follow"),
                flag(request, "previous"),
                flag(request, "timestamps"),
                tail(request),
                number(request.values("limitBytes")),
                number(request.values("sinceSeconds")),
                time(request.values("sinceTime")),
                switch (streamName) {
                    case "Stdout" -> Streams.STDOUT;
                    case "Stderr" -> Streams.STDERR;
                    default -> Streams.ALL;
                });
    }

    /// The older name wins where both are there.
    private static OptionalLong tail(Request request) {
        var older = request.value("tail");
        if (older.equals("all")) {
            return OptionalLong.empty();
        }
        return older.isEmpty() ? number(request.values("tailLines")) : number(List.of(older));
    }

    /// Anything but absence, `0` and `false` is yes.
    private static boolean flag(Request request, String name) {
        return request.values(name).stream()
                .findFirst()
                .filter(value -> !value.equals("0") && !value.equalsIgnoreCase("false"))
                .isPresent();
    }

    private static OptionalLong number(List<String> values) {
        if (values.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(values.getFirst()));
        } catch (NumberFormatException notOne) {
            throw new Unreadable();
        }
    }

    private static Optional<Instant> time(List<String> values) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        if (values.getFirst().isEmpty()) {
            return Optional.of(Instant.MIN);
        }
        try {
            return Optional.of(OffsetDateTime.parse(values.getFirst()).toInstant());
        } catch (DateTimeException notOne) {
            throw new Unreadable();
        }
    }

    private boolean isValid(String streamName) {
        var known = List.of("", "All", "Stdout", "Stderr").contains(streamName);
        return known
                && tailLines.orElse(0) >= 0
                && limitBytes.orElse(1) >= 1
                && sinceSeconds.orElse(1) >= 1
                && (sinceSeconds.isEmpty() || sinceTime.isEmpty())
                && (streams == Streams.ALL || tailLines.isEmpty());
    }

    /// From when on lines are wanted.
    public Instant since(Instant now) {
        if (sinceSeconds.isPresent()) {
            return now.minusSeconds(sinceSeconds.getAsLong());
        }
        return sinceTime.orElse(Instant.MIN);
    }
}
