package io.jubelet.server.endpoint;

import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.server.http.Answer;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.Tunnel;
import io.jubelet.server.view.NodeView;
import io.jubelet.server.view.PodTarget;
import io.jubelet.server.view.RuntimeView;
import java.net.URI;

/// `/exec/<namespace>/<pod>[/<uid>]/<container>`: a new process in a container, talked to through
/// the runtime's own streaming server.
///
/// Thread: any; it blocks for the runtime.
///
/// Upstream: pkg/kubelet/server/server.go getExec.
public final class ExecEndpoint implements Endpoint {
    private final NodeView node;
    private final RuntimeView runtime;

    public ExecEndpoint(NodeView node, RuntimeView runtime) {
        this.node = node;
        this.runtime = runtime;
    }

    @Override
    public Answer answer(Request request) {
        var streams = StreamOptions.of(request);
        if (streams.isEmpty()) {
            return Response.text(400, StreamOptions.NONE_ASKED);
        }
        var target = PodTarget.withContainer(request.path());
        var pod = target.find(node);
        if (pod.isEmpty()) {
            return Response.text(404, "pod does not exist");
        }
        try {
            var container =
                    runtime.runningContainer(pod.get().identity().uid(), target.container());
            if (container.isEmpty()) {
                return Response.text(500, "container not found (\"" + target.container() + "\")");
            }
            return new Tunnel(
                    URI.create(
                            runtime.streaming()
                                    .exec(
                                            container.get(),
                                            request.values("command"),
                                            streams.get())));
        } catch (RuntimeCallException failure) {
            return StreamingErrors.of(failure);
        }
    }
}
