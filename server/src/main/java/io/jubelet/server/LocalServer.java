package io.jubelet.server;

import io.jubelet.core.execution.Execution;
import io.jubelet.log.Log;
import io.jubelet.server.endpoint.WaitsEndpoint;
import io.jubelet.server.explain.ExplainEndpoint;
import io.jubelet.server.http.BindException;
import io.jubelet.server.http.HttpIo;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.http.HttpListener;
import io.jubelet.server.http.Route;
import io.jubelet.server.http.Router;
import io.jubelet.server.view.NodeView;
import java.nio.file.Path;
import java.util.List;

/// The Unix socket by which root on this machine asks why: it needs no certificate, no API server
/// and nobody's leave but the file system's.
///
/// Thread: any.
public final class LocalServer {
    private static final Log LOG = Log.of(LocalServer.class);

    private LocalServer() {}

    /// Where the socket lies in the folder of the agent's own state.
    public static Path socket(Path state) {
        return state.resolve("explain.sock");
    }

    /// Listens, or says that it cannot: the node works without it.
    ///
    /// @param state a folder that nobody but its owner can enter
    public static void start(HttpIo io, Path state, NodeView node, Execution execution) {
        var routes =
                List.of(
                        Route.service(ExplainEndpoint.PATH, new ExplainEndpoint(node, execution)),
                        Route.service("/jubelet/waits", new WaitsEndpoint(node)));
        try {
            HttpListener.local(
                    io, socket(state), HttpLimits.STANDARD, new Router(routes, Router.Guard.OPEN));
        } catch (BindException failure) {
            LOG.warning("jubelet explain will not work", "reason", failure.getMessage());
        }
    }
}
