package io.jubelet.server.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.view.NodeView;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;

/// `/jubelet/waits`: of every pod its stage and all it waits for; of the node what keeps it from
/// its work. This is the whole of what `jubelet explain` and the live table know.
///
/// Thread: any.
public final class WaitsEndpoint implements Endpoint {
    private static final JsonFactory JSON = new JsonFactory();

    private final NodeView node;

    public WaitsEndpoint(NodeView node) {
        this.node = node;
    }

    @Override
    public Response answer(Request request) {
        var text = new StringWriter();
        try (var out = JSON.createGenerator(text)) {
            out.writeStartObject();
            runtime(out);
            out.writeNumberField("loopSilenceMillis", node.loopSilence().toMillis());
            problems(out);
            certificates(out);
            out.writeArrayFieldStart("pods");
            for (PodView view : node.pods()) {
                pod(view, out);
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Response.json(text.toString());
    }

    private void runtime(JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("runtime");
        out.writeStringField("name", node.runtimeName());
        out.writeBooleanField("usable", node.runtimeProblem().isEmpty());
        optional("problem", node.runtimeProblem(), out);
        optional("networkProblem", node.networkProblem(), out);
        out.writeEndObject();
    }

    private void problems(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("manifestProblems");
        for (var problem : node.manifestProblems()) {
            out.writeStartObject();
            out.writeStringField("path", problem.path());
            out.writeStringField("reason", problem.reason());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void certificates(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("certificates");
        for (var certificate : node.certificates()) {
            out.writeStartObject();
            out.writeStringField("name", certificate.name());
            optional("notAfter", certificate.notAfter().map(Object::toString), out);
            out.writeArrayFieldStart("waits");
            if (certificate.pending().isPresent()) {
                wait(certificate.pending().get(), out);
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void wait(CertificateKeeper.Pending pending, JsonGenerator out)
            throws IOException {
        var reason = pending.reason();
        out.writeStartObject();
        out.writeStringField("reason", reason.code());
        out.writeStringField("message", reason.message());
        out.writeStringField("since", pending.since().toString());
        out.writeStringField("unblockedBy", reason.unblockedBy());
        out.writeEndObject();
    }

    private static void pod(PodView view, JsonGenerator out) throws IOException {
        var identity = view.identity();
        out.writeStartObject();
        out.writeStringField("namespace", identity.namespace());
        out.writeStringField("name", identity.name());
        out.writeStringField("uid", identity.uid().toString());
        out.writeBooleanField("desired", view.desired().isPresent());
        out.writeStringField("stage", view.stage());
        out.writeStringField("since", view.stageSince().toString());
        out.writeArrayFieldStart("waits");
        for (Wait wait : view.waits()) {
            wait(wait, out);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void wait(Wait wait, JsonGenerator out) throws IOException {
        var reason = wait.reason();
        out.writeStartObject();
        out.writeStringField("reason", reason.code());
        if (reason instanceof WaitReason.OfContainer ofContainer) {
            out.writeStringField("container", ofContainer.container());
        }
        out.writeStringField("message", reason.message());
        out.writeStringField("since", wait.since().toString());
        optional("nextTry", wait.nextTry().map(Object::toString), out);
        out.writeStringField("unblockedBy", reason.unblockedBy());
        out.writeEndObject();
    }

    private static void optional(String name, Optional<String> value, JsonGenerator out)
            throws IOException {
        if (value.isPresent()) {
            out.writeStringField(name, value.get());
        }
    }
}
