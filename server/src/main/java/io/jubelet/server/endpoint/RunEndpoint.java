package io.jubelet.server.endpoint;

import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.view.NodeView;
import io.jubelet.server.view.PodTarget;
import io.jubelet.server.view.RuntimeView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// `/run/<namespace>/<pod>[/<uid>]/<container>?cmd=`: runs a command to its end and answers with
/// what it wrote. The command is split at its spaces.
///
/// Thread: any; it blocks as long as the command runs.
///
/// Upstream: pkg/kubelet/server/server.go getRun.
public final class RunEndpoint implements Endpoint {
    private final NodeView node;
    private final RuntimeView runtime;

    public RunEndpoint(NodeView node, RuntimeView runtime) {
        this.node = node;
        this.runtime = runtime;
    }

    @Override
    public Response answer(Request request) {
        var target = PodTarget.withContainer(request.path());
        var pod = target.find(node);
        if (pod.isEmpty()) {
            return Response.text(404, "pod does not exist");
        }
        var command = request.value("cmd");
        try {
            var container =
                    runtime.runningContainer(pod.get().identity().uid(), target.container());
            if (container.isEmpty()) {
                return Response.text(500, "container not found (\"" + target.container() + "\")");
            }
            var result =
                    runtime.streaming()
                            .execSync(
                                    container.get(),
                                    List.of(command.split(" ", -1)),
                                    Duration.ZERO);
            if (result.exitCode() != 0) {
                return Response.text(
                        500,
                        "command '%s' exited with %d: %s"
                                .formatted(command, result.exitCode(), result.error()));
            }
            return Response.of(
                    200,
                    "application/json",
                    (result.output() + result.error()).getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeCallException failure) {
            return Response.text(500, failure.reason());
        }
    }
}
