package io.jubelet.client.transport;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.pki.CertifiedKey;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Opens connections: finds the address, connects, shakes hands, and takes the protocol that the
/// server chose.
///
/// Thread: any; names are looked up on `api-lookup`, since that may block.
final class Connector {
    private final ApiIo io;
    private final Origin origin;
    private final TransportSettings settings;
    private final Optional<ClientTls> tls;

    Connector(ApiIo io, Origin origin, Optional<ClientTls> tls, TransportSettings settings) {
        this.io = io;
        this.origin = origin;
        this.tls = tls;
        this.settings = settings;
    }

    /// The connection, or an [ApiCallException].
    CompletableFuture<Connection> connect(Optional<CertifiedKey> certificate) {
        var outcome = new CompletableFuture<Connection>();
        if (ClientTls.isAddress(origin.host())) {
            lookUp(new Attempt(certificate, outcome));
        } else {
            Thread.ofPlatform()
                    .daemon()
                    .name("api-lookup")
                    .start(() -> lookUp(new Attempt(certificate, outcome)));
        }
        return outcome;
    }

    private void lookUp(Attempt attempt) {
        try {
            var addresses = List.of(InetAddress.getAllByName(origin.host()));
            open(attempt, addresses);
        } catch (UnknownHostException | RuntimeException failure) {
            // Whatever it is: somebody waits, and the next attempt begins when this one has ended.
            attempt.outcome().completeExceptionally(unreachable(failure));
        }
    }

    /// What one connection is made with and for.
    private record Attempt(
            Optional<CertifiedKey> certificate, CompletableFuture<Connection> outcome) {}

    /// Tries one address after the other.
    private void open(Attempt attempt, List<InetAddress> addresses) {
        var bootstrap =
                new Bootstrap()
                        .group(io.loop())
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.SO_KEEPALIVE, true)
                        .option(
                                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                                (int) settings.connectTimeout().toMillis())
                        .handler(new Setup(attempt));
        bootstrap
                .connect(new InetSocketAddress(addresses.getFirst(), origin.port()))
                .addListener(
                        (ChannelFutureListener)
                                connected -> {
                                    if (connected.isSuccess()) {
                                        return;
                                    }
                                    if (addresses.size() > 1) {
                                        open(attempt, addresses.subList(1, addresses.size()));
                                    } else {
                                        attempt.outcome()
                                                .completeExceptionally(
                                                        unreachable(connected.cause()));
                                    }
                                });
    }

    private ApiCallException unreachable(Throwable cause) {
        return new ApiCallException(
                Code.UNREACHABLE,
                "cannot connect to " + origin + ": " + TlsFailures.describe(cause),
                cause);
    }

    /// Puts the first handlers into a new channel.
    private final class Setup extends ChannelInitializer<Channel> {
        private final Attempt attempt;

        Setup(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        protected void initChannel(Channel channel) {
            try {
                if (tls.isPresent()) {
                    var handler = new SslHandler(tls.get().engine(attempt.certificate()));
                    handler.setHandshakeTimeoutMillis(settings.handshakeTimeout().toMillis());
                    channel.pipeline().addLast(handler);
                }
                channel.pipeline().addLast(new Choice(attempt));
            } catch (IllegalStateException | IllegalArgumentException failure) {
                attempt.outcome().completeExceptionally(unreachable(failure));
                var _ = channel.close();
            }
        }
    }

    /// Waits for the end of the handshake and then makes way for what was agreed upon.
    private final class Choice extends ChannelInboundHandlerAdapter {
        private final Attempt attempt;

        Choice(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            if (tls.isEmpty()) {
                serial(context);
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
                return;
            }
            if (!handshake.isSuccess()) {
                attempt.outcome().completeExceptionally(unreachable(handshake.cause()));
                var _ = context.close();
                return;
            }
            var engine = context.pipeline().get(SslHandler.class).engine();
            if ("h2".equals(engine.getApplicationProtocol())) {
                awaitSettings(context);
            } else {
                serial(context);
            }
        }

        /// How many streams the server allows must be known before the first is opened: one too
        /// many would be refused.
        private void awaitSettings(ChannelHandlerContext context) {
            var connection = new MultiplexedConnection(origin, context.channel(), settings);
            context.pipeline().remove(this);
            var _ = connection.ready().whenComplete((_, failure) -> settled(connection, failure));
            var _ =
                    context.executor()
                            .schedule(
                                    connection::notReady,
                                    settings.handshakeTimeout().toNanos(),
                                    TimeUnit.NANOSECONDS);
        }

        private void settled(MultiplexedConnection connection, @Nullable Throwable failure) {
            if (failure == null) {
                give(connection);
                return;
            }
            attempt.outcome().completeExceptionally(failure);
        }

        private void serial(ChannelHandlerContext context) {
            done(context, new SerialConnection(origin, context.channel(), settings));
        }

        private void done(ChannelHandlerContext context, Connection connection) {
            context.pipeline().remove(this);
            give(connection);
        }

        private void give(Connection connection) {
            if (!attempt.outcome().complete(connection)) {
                connection.close("nobody waits for it");
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            attempt.outcome()
                    .completeExceptionally(
                            unreachable(new IOException("the server closed it at once")));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            attempt.outcome().completeExceptionally(unreachable(cause));
            var _ = context.close();
        }
    }
}
