package io.jubelet.server.endpoint;

import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.StreamingRuntime.Streams;
import io.jubelet.core.status.PodView;
import io.jubelet.server.http.Answer;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.Tunnel;
import io.jubelet.server.view.NodeView;
import io.jubelet.server.view.PodSpecs;
import io.jubelet.server.view.PodTarget;
import io.jubelet.server.view.RuntimeView;
import java.net.URI;

/// `/attach/<namespace>/<pod>[/<uid>]/<container>`: a container's first process, talked to through
/// the runtime's own streaming server.
///
/// Thread: any; it blocks for the runtime.
///
/// Upstream: pkg/kubelet/server/server.go getAttach.
public final class AttachEndpoint implements Endpoint {
    private final NodeView node;
    private final RuntimeView runtime;

    public AttachEndpoint(NodeView node, RuntimeView runtime) {
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
        return target.find(node)
                .map(pod -> attach(target, pod, streams.get()))
                .orElseGet(() -> Response.text(404, "pod does not exist"));
    }

    private Answer attach(PodTarget target, PodView pod, Streams streams) {
        try {
            var uid = pod.identity().uid();
            var container = runtime.runningContainer(uid, target.container());
            if (container.isEmpty()) {
                return Response.text(
                        500,
                        "container "
                                + target.container()
                                + " not found in pod "
                                + target.fullName());
            }
            if (target.uid().filter(asked -> !asked.equals(uid)).isPresent()) {
                return Response.text(500, "pod " + target.fullName() + " not found");
            }
            // Whether there is a terminal was decided when the container was made.
            var terminal =
                    pod.desired()
                            .filter(desired -> PodSpecs.hasTerminal(desired, target.container()))
                            .isPresent();
            return new Tunnel(
                    URI.create(
                            runtime.streaming()
                                    .attach(
                                            container.get(),
                                            new Streams(
                                                    streams.input(),
                                                    streams.output(),
                                                    streams.error(),
                                                    terminal))));
        } catch (RuntimeCallException failure) {
            return StreamingErrors.of(failure);
        }
    }
}
