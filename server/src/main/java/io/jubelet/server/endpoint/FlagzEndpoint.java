package io.jubelet.server.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/// `/flagz`: every flag and its value.
///
/// Thread: any.
/// Upstream: apiserver/pkg/server/flagz. Between name and value stands always the same sign, where
/// upstream draws lots so that nobody parses it.
public final class FlagzEndpoint implements Endpoint {
    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, String> flags;

    /// @param flags in the order of their names
    public FlagzEndpoint(Map<String, String> flags) {
        this.flags = flags;
    }

    @Override
    public Response answer(Request request) {
        var format = PageFormat.wanted(request, "Flagz");
        if (format.isEmpty()) {
            return PageFormat.notAcceptable();
        }
        return switch (format.get()) {
            case TEXT -> Response.text(200, text());
            case ALPHA, BETA -> format.get().warned(Response.json(json(format.get())), "flagz");
        };
    }

    private String text() {
        var text = new StringBuilder(PageText.header("flagz"));
        flags.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    private String json(PageFormat format) {
        var text = new StringWriter();
        try (var out = JSON.createGenerator(text)) {
            PageText.begin(out, "Flagz", format);
            out.writeObjectFieldStart("flags");
            for (var flag : flags.entrySet()) {
                out.writeStringField(flag.getKey(), flag.getValue());
            }
            out.writeEndObject();
            out.writeEndObject();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return text + "\n";
    }
}
