package io.jubelet.app.training;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.Pod;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// An API server on loopback, by TLS and HTTP/2, that says what [StandInAnswers] has to say, and
/// tells who watches the pods what they have to tell.
///
/// Thread: one event loop of its own.
final class StandInApi implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup eventLoop =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final StandInAnswers answers;
    private final Channel listening;
    private @Nullable Channel podWatch;

    StandInApi(StandInTls tls, Pod pod) {
        answers = new StandInAnswers(pod, this::tellPodWatch);
        listening =
                new ServerBootstrap()
                        .group(eventLoop)
                        .channel(NioServerSocketChannel.class)
                        .childHandler(new Connection(tls))
                        .bind(InetAddress.getLoopbackAddress(), 0)
                        .syncUninterruptibly()
                        .channel();
    }

    String address() {
        return "https://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort();
    }

    void askThePodToEnd() {
        var now = InstantSource.system().instant().getEpochSecond();
        eventLoop.execute(() -> answers.askThePodToEnd(now));
    }

    private void tellPodWatch(ByteString event) {
        if (podWatch != null) {
            send(podWatch, event, false);
        }
    }

    private static void send(Channel stream, ByteString bytes, boolean last) {
        var content = Unpooled.wrappedBuffer(bytes.asReadOnlyByteBuffer());
        var _ = stream.writeAndFlush(new DefaultHttp2DataFrame(content, last));
    }

    @Override
    public void close() {
        var _ = eventLoop.shutdownGracefully();
    }

    private final class Connection extends ChannelInitializer<Channel> {
        private final StandInTls tls;

        Connection(StandInTls tls) {
            this.tls = tls;
        }

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline()
                    .addLast(
                            new SslHandler(tls.serverEngine()),
                            Http2FrameCodecBuilder.forServer().build(),
                            new Http2MultiplexHandler(new Streams()));
        }
    }

    private final class Streams extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel stream) {
            stream.pipeline().addLast(new Request());
        }

        @Override
        public boolean isSharable() {
            return true;
        }
    }

    private final class Request extends ChannelInboundHandlerAdapter {
        private @Nullable Http2HeadersFrame head;
        private ByteString body = ByteString.EMPTY;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            switch (message) {
                case Http2HeadersFrame frame -> {
                    head = frame;
                    answerAtEnd(context, frame.isEndStream());
                }
                case Http2DataFrame frame -> {
                    body = body.concat(ByteString.copyFrom(frame.content().nioBuffer()));
                    frame.release();
                    answerAtEnd(context, frame.isEndStream());
                }
                default -> {}
            }
        }

        private void answerAtEnd(ChannelHandlerContext context, boolean ended) {
            if (!ended || head == null) {
                return;
            }
            var method = String.valueOf(head.headers().method());
            var path = String.valueOf(head.headers().path());
            var answer = answers.to(method, path, body);
            var headers =
                    new DefaultHttp2Headers()
                            .status(Integer.toString(answer.status()))
                            .set("content-type", StandInAnswers.CONTENT_TYPE);
            var stream = context.channel();
            var _ = stream.writeAndFlush(new DefaultHttp2HeadersFrame(headers));
            if (!answer.isWatch() || !answer.body().isEmpty()) {
                send(stream, answer.body(), !answer.isWatch());
            }
            if (answer.isWatch() && path.startsWith(StandInAnswers.PODS)) {
                podWatch = stream;
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var _ = context.close();
        }
    }
}
