package io.jubelet.server.endpoint;

import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.status.PodView;
import io.jubelet.server.http.Answer;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.Tunnel;
import io.jubelet.server.view.NodeView;
import io.jubelet.server.view.PodTarget;
import io.jubelet.server.view.RuntimeView;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// `/portForward/<namespace>/<pod>[/<uid>]`: the ports of a pod, reached through the runtime's own
/// streaming server.
///
/// Thread: any; it blocks for the runtime.
///
/// Upstream: pkg/kubelet/server/server.go getPortForward.
public final class PortForwardEndpoint implements Endpoint {
    private static final int LAST_PORT = 65535;

    private final NodeView node;
    private final RuntimeView runtime;

    public PortForwardEndpoint(NodeView node, RuntimeView runtime) {
        this.node = node;
        this.runtime = runtime;
    }

    /// A WebSocket client whose ports make no sense.
    private static final class BadPorts extends Exception {
        private static final long serialVersionUID = 1;

        BadPorts(String message) {
            super(message);
        }
    }

    @Override
    public Answer answer(Request request) {
        try {
            var ports = request.headers().askForWebSocket() ? ports(request) : List.<Integer>of();
            var target = PodTarget.ofPod(request.path());
            return target.find(node)
                    .map(pod -> forward(target, pod, ports))
                    .orElseGet(() -> Response.text(404, "pod does not exist"));
        } catch (BadPorts bad) {
            return Response.text(400, String.valueOf(bad.getMessage()));
        }
    }

    private Answer forward(PodTarget target, PodView pod, List<Integer> ports) {
        var uid = pod.identity().uid();
        if (target.uid().filter(asked -> !asked.equals(uid)).isPresent()) {
            return Response.text(404, "pod not found");
        }
        try {
            var sandbox = runtime.readySandbox(uid);
            if (sandbox.isEmpty()) {
                return Response.text(500, "pod not found (\"" + target.fullName() + "\")");
            }
            return new Tunnel(URI.create(runtime.streaming().portForward(sandbox.get(), ports)));
        } catch (RuntimeCallException failure) {
            return StreamingErrors.of(failure);
        }
    }

    private static List<Integer> ports(Request request) throws BadPorts {
        if (request.values("port").isEmpty()) {
            throw new BadPorts("query parameter \"port\" is required");
        }
        var ports = new ArrayList<Integer>();
        for (String value : request.values("port")) {
            if (value.isEmpty()) {
                throw new BadPorts("query parameter \"port\" cannot be empty");
            }
            for (String each : value.split(",", -1)) {
                ports.add(port(each, value));
            }
        }
        return ports;
    }

    private static int port(String text, String shown) throws BadPorts {
        var digits = !text.isEmpty() && text.chars().allMatch(each -> each >= '0' && each <= '9');
        var port = digits && text.length() <= 9 ? Integer.parseInt(text) : LAST_PORT + 1;
        if (port > LAST_PORT) {
            throw new BadPorts("unable to parse \"" + shown + "\" as a port");
        }
        if (port < 1) {
            throw new BadPorts("port \"" + shown + "\" must be > 0");
        }
        return port;
    }
}
