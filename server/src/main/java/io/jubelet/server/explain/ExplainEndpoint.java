package io.jubelet.server.explain;

import io.jubelet.core.execution.Execution;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.view.NodeView;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// `/jubelet/explain[?pod=NAME][&format=json]`: why a pod, or each of them, is not where it should
/// be. The header `Jubelet-Verdict` has it in a word: `well`, `waiting`, `unknown`.
///
/// Thread: any.
public final class ExplainEndpoint implements Endpoint {
    public static final String PATH = "/jubelet/explain";
    public static final String VERDICT = "Jubelet-Verdict";

    private final NodeView node;
    private final Execution execution;

    public ExplainEndpoint(NodeView node, Execution execution) {
        this.node = node;
        this.execution = execution;
    }

    /// The answer in a word.
    public enum Verdict {
        WELL,
        WAITING,
        /// No such pod.
        UNKNOWN;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Response answer(Request request) {
        var wanted = Optional.of(request.value("pod")).filter(name -> !name.isEmpty());
        var explanation = Explanations.of(node, wanted, execution.now());
        var unknown =
                wanted.isPresent() && explanation.pods().isEmpty() && explanation.past().isEmpty();
        var verdict =
                unknown ? Verdict.UNKNOWN : explanation.well() ? Verdict.WELL : Verdict.WAITING;
        var answer =
                request.value("format").equals("json")
                        ? of("application/json", ExplanationJson.of(explanation))
                        : of("text/plain; charset=utf-8", text(explanation, wanted, unknown));
        return answer.with(VERDICT, verdict.word());
    }

    private static Response of(String type, String body) {
        return Response.of(200, type, body.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Explanation explanation, Optional<String> wanted, boolean unknown) {
        var known = ExplanationText.of(explanation);
        if (unknown) {
            return "no pod \"%s\" is known on this node\n".formatted(wanted.orElseThrow()) + known;
        }
        return known.isEmpty() ? "no pods, and nothing is waited for\n" : known;
    }
}
