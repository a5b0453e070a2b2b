package io.jubelet.server.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The first half of a tunnel's life: connect to the target, pass the request on, and read the head
/// of its answer.
///
/// Thread: `http-io`.
///
/// Upstream: apimachinery util/proxy UpgradeAwareHandler.
final class TunnelOpening extends ChannelInboundHandlerAdapter {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_SECONDS = 30;
    private static final int LONGEST_HEAD = 64 << 10;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final Outcome outcome;
    private final String request;
    private final ByteBuf seen = Unpooled.buffer();
    private boolean over;

    /// Who is told how it went; exactly one of them, once.
    interface Outcome {
        /// The target answered with this head.
        ///
        /// @param rest what it sent beyond its head; the caller's to release
        void answered(Channel target, Head head, ByteBuf rest);

        void failed(String reason);
    }

    /// The beginning of an answer, as it was sent.
    record Head(int status, String text) {
        boolean switches() {
            return status == 101;
        }

        /// The same answer on a connection that ends with it.
        String closing() {
            var lines = new StringBuilder();
            for (String line : text.strip().split("\r\n", -1)) {
                var lower = line.toLowerCase(Locale.ROOT);
                if (!lower.startsWith("connection:") && !lower.startsWith("keep-alive:")) {
                    lines.append(line).append("\r\n");
                }
            }
            return lines.append("Connection: close").append(END_OF_HEAD).toString();
        }
    }

    private TunnelOpening(Outcome outcome, String request) {
        this.outcome = outcome;
        this.request = request;
    }

    static void open(ChannelHandlerContext client, Request request, URI target, Outcome outcome) {
        var port = target.getPort() < 0 ? 80 : target.getPort();
        if (!"http".equals(target.getScheme()) || target.getHost() == null) {
            outcome.failed("unsupported streaming address scheme in " + target);
            return;
        }
        var opening = new TunnelOpening(outcome, head(client, request, target));
        var _ =
                new Bootstrap()
                        .group(client.channel().eventLoop())
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                        .option(ChannelOption.ALLOCATOR, client.alloc())
                        .handler(opening)
                        .connect(InetSocketAddress.createUnresolved(target.getHost(), port))
                        .addListener(
                                done -> {
                                    if (!done.isSuccess()) {
                                        opening.fail(String.valueOf(done.cause().getMessage()));
                                    }
                                });
    }

    /// The client's own request with another address. Its token is for us alone.
    private static String head(ChannelHandlerContext client, Request request, URI target) {
        var query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
        var text =
                new StringBuilder(request.method())
                        .append(' ')
                        .append(target.getRawPath().isEmpty() ? "/" : target.getRawPath())
                        .append(query)
                        .append(" HTTP/1.1\r\nHost: ")
                        .append(target.getRawAuthority())
                        .append("\r\n");
        for (var header : request.headers().all()) {
            switch (header.name().toLowerCase(Locale.ROOT)) {
                case "host", "authorization", "x-forwarded-for" -> {}
                default ->
                        text.append(header.name())
                                .append(": ")
                                .append(header.value())
                                .append("\r\n");
            }
        }
        if (client.channel().remoteAddress() instanceof InetSocketAddress remote) {
            text.append("X-Forwarded-For: ")
                    .append(remote.getAddress().getHostAddress())
                    .append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        var _ = context.writeAndFlush(Unpooled.copiedBuffer(request, StandardCharsets.ISO_8859_1));
        var _ =
                context.executor()
                        .schedule(
                                () -> {
                                    fail("the runtime's streaming server did not answer");
                                    closeIfNobodyWantsIt(context);
                                },
                                ANSWER_SECONDS,
                                TimeUnit.SECONDS);
    }

    private void closeIfNobodyWantsIt(ChannelHandlerContext context) {
        if (context.pipeline().context(this) != null) {
            var _ = context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            seen.writeBytes((ByteBuf) message);
        } finally {
            ReferenceCountUtil.release(message);
        }
        var found = takeHead();
        if (found.isPresent() && !over) {
            over = true;
            // Nothing more is read before somebody stands there to take it.
            context.channel().config().setAutoRead(false);
            outcome.answered(context.channel(), found.get(), seen);
        } else if (seen.readableBytes() > LONGEST_HEAD) {
            fail("the head of the answer is too long");
            var _ = context.close();
        }
    }

    private Optional<Head> takeHead() {
        var text = seen.toString(StandardCharsets.ISO_8859_1);
        var end = text.indexOf(END_OF_HEAD);
        if (end < 0) {
            return Optional.empty();
        }
        seen.skipBytes(end + END_OF_HEAD.length());
        var head = text.substring(0, end + END_OF_HEAD.length());
        return Optional.of(new Head(status(head), head));
    }

    /// 0 for what is no answer at all.
    private static int status(String head) {
        var space = head.indexOf(' ');
        var isHttp = head.startsWith("HTTP/1.") && space > 0 && head.length() > space + 3;
        var digits = isHttp ? head.substring(space + 1, space + 4) : "";
        return digits.chars().allMatch(Character::isDigit) && !digits.isEmpty()
                ? Integer.parseInt(digits)
                : 0;
    }

    private void fail(String reason) {
        if (!over) {
            over = true;
            outcome.failed(reason);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            fail("unexpected EOF");
            var _ = context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail("unexpected EOF");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(String.valueOf(cause.getMessage()));
        var _ = context.close();
    }
}
