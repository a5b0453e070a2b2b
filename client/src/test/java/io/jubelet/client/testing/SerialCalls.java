package io.jubelet.client.testing;

import com.google.protobuf.ByteString;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// The HTTP/1.1 side of the stand-in.
final class SerialCalls extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final int LARGEST = 1 << 22;

    private final Consumer<Call> script;

    private SerialCalls(Consumer<Call> script) {
        this.script = script;
    }

    static void install(Channel channel, Consumer<Call> script) {
        channel.pipeline()
                .addLast(
                        new HttpServerCodec(),
                        new HttpObjectAggregator(LARGEST),
                        new SerialCalls(script));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        var headers = new HashMap<String, String>();
        request.headers()
                .forEach(e -> headers.put(e.getKey().toLowerCase(Locale.ROOT), e.getValue()));
        script.accept(
                new SerialCall(
                        context.channel(),
                        request.method().name(),
                        request.uri(),
                        headers,
                        ByteString.copyFrom(request.content().nioBuffer())));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var _ = context.close();
    }

    private static final class SerialCall extends Call {
        SerialCall(
                Channel channel,
                String method,
                String target,
                Map<String, String> headers,
                ByteString body) {
            super(channel, method, target, headers, body);
        }

        @Override
        public void head(int status, String contentType, Map<String, String> more) {
            var head =
                    new DefaultHttpResponse(
                            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
            head.headers().set("content-type", contentType);
            more.forEach(head.headers()::set);
            if (!more.containsKey("content-length")) {
                HttpUtil.setTransferEncodingChunked(head, true);
            }
            var _ = connection().writeAndFlush(head);
        }

        @Override
        public void data(ByteString content, Runnable sent) {
            var bytes = Unpooled.wrappedBuffer(content.asReadOnlyByteBuffer());
            var _ =
                    connection()
                            .writeAndFlush(new DefaultHttpContent(bytes))
                            .addListener(whenSent(sent));
        }

        @Override
        public void whenLeft(Runnable told) {
            var _ = connection().closeFuture().addListener(_ -> told.run());
        }

        @Override
        public void end() {
            var _ = connection().writeAndFlush(new DefaultLastHttpContent());
        }
    }
}
