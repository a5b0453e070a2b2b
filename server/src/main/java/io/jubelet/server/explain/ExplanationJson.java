package io.jubelet.server.explain;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.jubelet.server.explain.Explanation.ContainerStory;
import io.jubelet.server.explain.Explanation.Obstacle;
import io.jubelet.server.explain.Explanation.Past;
import io.jubelet.server.explain.Explanation.PodStory;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// An explanation for programs.
///
/// Thread: any.
final class ExplanationJson {
    private static final JsonFactory JSON = new JsonFactory();

    private ExplanationJson() {}

    static String of(Explanation explanation) {
        var text = new StringWriter();
        try (var out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("at", explanation.at().toString());
            out.writeBooleanField("well", explanation.well());
            obstacles("node", explanation.node(), out);
            out.writeArrayFieldStart("manifestProblems");
            for (var manifest : explanation.manifests()) {
                out.writeStartObject();
                out.writeStringField("path", manifest.path());
                out.writeStringField("reason", manifest.reason());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeArrayFieldStart("pods");
            for (var pod : explanation.pods()) {
                pod(pod, out);
            }
            out.writeEndArray();
            out.writeArrayFieldStart("past");
            for (var past : explanation.past()) {
                past(past, out);
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return text + "\n";
    }

    private static void past(Past past, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("namespace", past.pod().namespace());
        out.writeStringField("name", past.pod().name());
        out.writeStringField("uid", past.pod().uid().value());
        out.writeBooleanField("gone", past.gone());
        out.writeArrayFieldStart("start");
        for (var part : past.start()) {
            out.writeStartObject();
            out.writeStringField("part", part.name());
            out.writeNumberField("millis", part.took().toMillis());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeArrayFieldStart("entries");
        for (var entry : past.entries()) {
            out.writeStartObject();
            out.writeStringField("at", entry.at().toString());
            out.writeStringField("step", entry.step().name());
            out.writeStringField("detail", entry.detail());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void obstacles(String name, List<Obstacle> obstacles, JsonGenerator out)
            throws IOException {
        out.writeArrayFieldStart(name);
        for (var obstacle : obstacles) {
            out.writeStartObject();
            out.writeStringField("reason", obstacle.code());
            optional("container", obstacle.container(), out);
            out.writeStringField("message", obstacle.message());
            optional("since", obstacle.since(), out);
            optional("nextTry", obstacle.nextTry(), out);
            out.writeStringField("unblockedBy", obstacle.unblockedBy());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void pod(PodStory pod, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("namespace", pod.namespace());
        out.writeStringField("name", pod.name());
        out.writeStringField("uid", pod.uid());
        out.writeStringField("verdict", pod.verdict().name());
        out.writeStringField("stage", pod.stage());
        out.writeStringField("since", pod.since().toString());
        optional("ended", pod.ended(), out);
        obstacles("waits", pod.obstacles(), out);
        out.writeArrayFieldStart("containers");
        for (var container : pod.containers()) {
            container(container, out);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void container(ContainerStory container, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", container.name());
        out.writeStringField("state", container.state());
        optional("since", container.since(), out);
        out.writeBooleanField("ready", container.ready());
        out.writeNumberField("restarts", container.restarts());
        if (container.lastEnd().isPresent()) {
            var end = container.lastEnd().get();
            out.writeObjectFieldStart("lastEnd");
            out.writeNumberField("code", end.code());
            out.writeStringField("reason", end.reason());
            optional("at", end.at(), out);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void optional(String name, Optional<?> value, JsonGenerator out)
            throws IOException {
        if (value.isPresent()) {
            out.writeStringField(name, value.get().toString());
        }
    }
}
