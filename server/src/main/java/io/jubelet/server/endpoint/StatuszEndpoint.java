package io.jubelet.server.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/// `/statusz`: since when which version runs, and what it serves.
///
/// Thread: any.
/// Upstream: apiserver/pkg/server/statusz. Where that tells Go's version, this tells Java's.
public final class StatuszEndpoint implements Endpoint {
    private static final JsonFactory JSON = new JsonFactory();

    private static final DateTimeFormatter UNIX_DATE =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss zzz yyyy", Locale.ROOT);

    private final Instant started;
    private final String version;
    private final List<String> paths;
    private final InstantSource clock;

    /// @param paths all that is served, whole
    public StatuszEndpoint(
            Instant started, String version, List<String> paths, InstantSource clock) {
        this.started = started.truncatedTo(ChronoUnit.SECONDS);
        this.version = version;
        this.paths = firstParts(paths);
        this.clock = clock;
    }

    private static List<String> firstParts(List<String> paths) {
        return paths.stream()
                .map(path -> path.split("/", -1))
                .filter(parts -> parts.length > 1 && !parts[1].isEmpty())
                .map(parts -> "/" + parts[1])
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public Response answer(Request request) {
        var format = PageFormat.wanted(request, "Statusz");
        if (format.isEmpty()) {
            return PageFormat.notAcceptable();
        }
        return switch (format.get()) {
            case TEXT -> Response.text(200, text());
            case ALPHA, BETA -> format.get().warned(Response.json(json(format.get())), "statusz");
        };
    }

    private long uptime() {
        return Math.max(0, Duration.between(started, clock.instant()).toSeconds());
    }

    private static String java() {
        return "java" + Runtime.version().feature();
    }

    private String text() {
        var up = uptime();
        return PageText.header("statusz")
                + """

                Started: %s
                Up: %d hr %02d min %02d sec
                Go version: %s
                Binary version: %s
                Emulation version: %s
                Paths: %s
                """
                        .formatted(
                                UNIX_DATE.format(started.atZone(ZoneId.systemDefault())),
                                up / 3600,
                                up / 60 % 60,
                                up % 60,
                                java(),
                                version,
                                minor(),
                                String.join(" ", paths));
    }

    /// The version without its last part.
    private String minor() {
        return version.substring(0, version.lastIndexOf('.'));
    }

    private String json(PageFormat format) {
        var text = new StringWriter();
        try (var out = JSON.createGenerator(text)) {
            PageText.begin(out, "Statusz", format);
            out.writeStringField("startTime", started.toString());
            out.writeNumberField("uptimeSeconds", uptime());
            out.writeStringField("goVersion", java());
            out.writeStringField("binaryVersion", version);
            out.writeStringField("emulationVersion", minor());
            out.writeArrayFieldStart("paths");
            for (var path : paths) {
                out.writeString(path);
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return text + "\n";
    }
}
