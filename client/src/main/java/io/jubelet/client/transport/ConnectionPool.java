package io.jubelet.client.transport;

import io.jubelet.client.login.ClientCertificateSource;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.log.GoText;
import io.jubelet.pki.CertifiedKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The connections to one server. A call takes the first that has a stream free; when none has, one
/// more is opened, one at a time, and all who wait share its outcome. A connection that broke is
/// made anew by the next call.
///
/// Thread: any; the lock guards the fields and is never held while waiting.
public final class ConnectionPool {
    private final Connector connector;
    private final ClientCertificateSource certificates;
    private final List<Open> open = new ArrayList<>();
    private @Nullable CompletableFuture<Connection> opening;

    private record Open(Connection connection, Optional<CertifiedKey> certificate) {}

    public ConnectionPool(
            ApiIo io,
            Origin origin,
            ServerTrust trust,
            ClientCertificateSource certificates,
            boolean multiplexed,
            TransportSettings settings) {
        var tls =
                origin.secure()
                        ? Optional.of(new ClientTls(origin, trust, multiplexed))
                        : Optional.<ClientTls>empty();
        this.connector = new Connector(io, origin, tls, settings);
        this.certificates = certificates;
        certificates.onChange(this::retireOthers);
    }

    /// Sends the request on a connection that is open or can be opened in time.
    public Exchange send(Request request, Deadline deadline) {
        var certificate = certificates.current();
        while (true) {
            var chosen = reserve(certificate);
            if (chosen.isPresent()) {
                return chosen.get().send(request);
            }
            await(opening(certificate), deadline);
        }
    }

    private synchronized Optional<Connection> reserve(Optional<CertifiedKey> certificate) {
        forget(certificate);
        return open.stream().map(Open::connection).filter(Connection::reserve).findFirst();
    }

    /// Drops connections that are gone, and closes those of another certificate.
    private void forget(Optional<CertifiedKey> certificate) {
        open.removeIf(each -> each.connection().closed());
        open.removeIf(
                each -> {
                    var other = !each.certificate().equals(certificate);
                    if (other) {
                        each.connection().close("the client certificate was renewed");
                    }
                    return other;
                });
    }

    private synchronized CompletableFuture<Connection> opening(Optional<CertifiedKey> certificate) {
        if (opening != null) {
            return opening;
        }
        var started = connector.connect(certificate);
        opening = started;
        var _ = started.whenComplete((connection, _) -> opened(connection, certificate));
        return started;
    }

    private synchronized void opened(
            @Nullable Connection connection, Optional<CertifiedKey> certificate) {
        opening = null;
        if (connection != null) {
            open.add(new Open(connection, certificate));
        }
    }

    private static void await(CompletableFuture<Connection> opening, Deadline deadline) {
        try {
            opening.get(Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException failure) {
            throw new ApiCallException(
                    Code.TIMED_OUT,
                    "no connection within " + GoText.duration(deadline.whole()),
                    failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new ApiCallException(Code.UNREACHABLE, "interrupted while connecting", failure);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof ApiCallException cause) {
                throw new ApiCallException(cause.code(), cause.reason(), failure);
            }
            throw new IllegalStateException(failure);
        }
    }

    private void retireOthers() {
        var certificate = certificates.current();
        synchronized (this) {
            forget(certificate);
        }
    }

    /// Closes every connection; calls on them fail, the next call opens a new one.
    public synchronized void closeAll(String why) {
        open.forEach(each -> each.connection().close(why));
        open.clear();
        if (opening != null) {
            opening.completeExceptionally(new ApiCallException(Code.UNREACHABLE, why));
        }
    }

    /// How many connections are open.
    public synchronized int size() {
        open.removeIf(each -> each.connection().closed());
        return open.size();
    }
}
