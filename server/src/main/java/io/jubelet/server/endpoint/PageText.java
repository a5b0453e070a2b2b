package io.jubelet.server.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/// What the pages for people have in common.
///
/// Thread: any.
final class PageText {
    private static final String COMPONENT = "kubelet";

    private PageText() {}

    /// How each of them begins.
    static String header(String page) {
        return "\n"
                + COMPONENT
                + " "
                + page
                + "\nWarning: This endpoint is not meant to be machine parseable, has no formatting"
                + " compatibility guarantees and is for debugging purposes only.\n";
    }

    /// How each of them begins as an object, which is left open.
    static void begin(JsonGenerator out, String kind, PageFormat format) throws IOException {
        out.writeStartObject();
        out.writeStringField("kind", kind);
        out.writeStringField("apiVersion", format.apiVersion());
        out.writeObjectFieldStart("metadata");
        out.writeStringField("name", COMPONENT);
        out.writeEndObject();
    }
}
