package io.jubelet.server.endpoint;

import io.jubelet.log.Log;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// `/healthz`: all checks in one word, or each with `?verbose`; `?exclude=name` leaves one out.
///
/// Thread: any.
///
/// Upstream: apiserver server/healthz.
public final class HealthzEndpoint implements Endpoint {
    private static final Log LOG = Log.of(HealthzEndpoint.class);

    private final List<HealthCheck> checks;

    public HealthzEndpoint(List<HealthCheck> checks) {
        this.checks = List.copyOf(checks);
    }

    @Override
    public Response answer(Request request) {
        var unmatched = new TreeSet<>(request.values("exclude"));
        var excluded = List.copyOf(unmatched);
        var lines = new StringBuilder();
        var failed = new ArrayList<String>();
        for (HealthCheck check : checks) {
            if (excluded.contains(check.name())) {
                unmatched.remove(check.name());
                lines.append("[+]").append(check.name()).append(" excluded: ok\n");
                continue;
            }
            var problem = check.problem().get();
            if (problem.isEmpty()) {
                lines.append("[+]").append(check.name()).append(" ok\n");
            } else {
                // Anyone may read this, so the reason is for the log and the check's own path.
                lines.append("[-]").append(check.name()).append(" failed: reason withheld\n");
                failed.add(check.name() + ": " + problem.get());
            }
        }
        if (!unmatched.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(quoted(unmatched))
                    .append('\n');
        }
        if (!failed.isEmpty()) {
            LOG.v(2).info("healthz check failed", "checks", failed);
            return Response.error(500, lines + "healthz check failed");
        }
        var body = request.query().containsKey("verbose") ? lines + "healthz check passed\n" : "ok";
        return Response.text(200, body).with("X-Content-Type-Options", "nosniff");
    }

    private static String quoted(Set<String> names) {
        return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
    }

    /// The endpoint of one check alone, which does tell the reason.
    public static Endpoint ofOne(HealthCheck check) {
        return _ ->
                check.problem()
                        .get()
                        .map(reason -> Response.error(500, "internal server error: " + reason))
                        .orElseGet(() -> Response.text(200, "ok"));
    }
}
