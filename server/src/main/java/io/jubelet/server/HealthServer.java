package io.jubelet.server;

import io.jubelet.log.Log;
import io.jubelet.server.http.BindException;
import io.jubelet.server.http.HttpIo;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.http.HttpListener;
import io.jubelet.server.http.HttpListener.Threads;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.Route;
import io.jubelet.server.http.Router;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The plain port that says whether the process lives: `/healthz` and `/healthz/ping`. It answers
/// on the event loop itself, so that nothing a pod does can make it late. A port that is taken is
/// tried again and again.
///
/// Thread: any.
///
/// Upstream: cmd/kubelet/app/server.go, the healthz server.
public final class HealthServer implements AutoCloseable {
    private static final Log LOG = Log.of(HealthServer.class);
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final HttpIo io;
    private final InetSocketAddress wanted;
    private final HttpLimits limits;
    private final Duration retry;
    private volatile Optional<HttpListener> listener = Optional.empty();
    private volatile boolean closed;

    private HealthServer(HttpIo io, InetSocketAddress wanted, HttpLimits limits, Duration retry) {
        this.io = io;
        this.wanted = wanted;
        this.limits = limits;
        this.retry = retry;
    }

    /// Listens, or keeps trying to; returns at once either way. Who wants no health port (port 0 in
    /// the configuration) does not call this: here 0 lets the system choose.
    public static HealthServer start(HttpIo io, String address, int port, HttpLimits limits) {
        return start(io, new InetSocketAddress(address, port), limits, RETRY);
    }

    static HealthServer start(
            HttpIo io, InetSocketAddress wanted, HttpLimits limits, Duration retry) {
        var server = new HealthServer(io, wanted, limits, retry);
        server.listen();
        return server;
    }

    private synchronized void listen() {
        if (closed) {
            return;
        }
        try {
            listener =
                    Optional.of(
                            HttpListener.plain(io, wanted, limits, Threads.EVENT_LOOP, router()));
        } catch (BindException failure) {
            LOG.error(failure, "Failed to start healthz server");
            io.after(retry, this::listen);
        }
    }

    private static Router router() {
        var ok = Response.text(200, "ok").with("X-Content-Type-Options", "nosniff");
        return new Router(
                List.of(
                        Route.handler("/healthz", _ -> ok),
                        Route.handler("/healthz/ping", _ -> ok)),
                Router.Guard.OPEN);
    }

    /// Where it listens; empty while the port is taken.
    public Optional<InetSocketAddress> address() {
        return listener.map(HttpListener::address);
    }

    @Override
    public synchronized void close() {
        closed = true;
        listener.ifPresent(HttpListener::close);
    }
}
