package io.jubelet.client.testing;

import com.google.protobuf.ByteString;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The HTTP/2 side of the stand-in: one stream.
final class StreamCalls extends ChannelInboundHandlerAdapter {
    private final Consumer<Call> script;
    private @Nullable Http2HeadersFrame head;
    private ByteString body = ByteString.EMPTY;

    private StreamCalls(Consumer<Call> script) {
        this.script = script;
    }

    /// Puts a handler into each stream.
    static final class Setup extends ChannelInitializer<Channel> {
        private final Consumer<Call> script;

        Setup(Consumer<Call> script) {
            this.script = script;
        }

        @Override
        protected void initChannel(Channel stream) {
            stream.pipeline().addLast(new StreamCalls(script));
        }

        @Override
        public boolean isSharable() {
            return true;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        switch (message) {
            case Http2HeadersFrame frame -> {
                head = frame;
                if (frame.isEndStream()) {
                    ask(context);
                }
            }
            case Http2DataFrame frame -> {
                body = body.concat(ByteString.copyFrom(frame.content().nioBuffer()));
                frame.release();
                if (frame.isEndStream()) {
                    ask(context);
                }
            }
            default -> {}
        }
    }

    private void ask(ChannelHandlerContext context) {
        if (head == null) {
            return;
        }
        var headers = new HashMap<String, String>();
        head.headers().forEach(e -> headers.put(e.getKey().toString(), e.getValue().toString()));
        script.accept(new StreamCall(context.channel(), headers, body));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var _ = context.close();
    }

    static final class StreamCall extends Call {
        private final Channel stream;

        StreamCall(Channel stream, Map<String, String> headers, ByteString body) {
            super(
                    stream.parent(),
                    headers.getOrDefault(":method", ""),
                    headers.getOrDefault(":path", ""),
                    headers,
                    body);
            this.stream = stream;
        }

        @Override
        public void head(int status, String contentType, Map<String, String> more) {
            var headers = new DefaultHttp2Headers().status(Integer.toString(status));
            headers.set("content-type", contentType);
            more.forEach(headers::set);
            var _ = stream.writeAndFlush(new DefaultHttp2HeadersFrame(headers));
        }

        @Override
        public void data(ByteString content, Runnable sent) {
            var bytes = Unpooled.wrappedBuffer(content.asReadOnlyByteBuffer());
            var _ =
                    stream.writeAndFlush(new DefaultHttp2DataFrame(bytes))
                            .addListener(whenSent(sent));
        }

        @Override
        public void end() {
            var _ = stream.writeAndFlush(new DefaultHttp2DataFrame(true));
        }

        @Override
        public void refuse() {
            var _ = stream.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM));
        }

        @Override
        public void whenLeft(Runnable told) {
            var _ = stream.closeFuture().addListener(_ -> told.run());
        }
    }
}
