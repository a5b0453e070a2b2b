package io.jubelet.client.testing;

import com.google.protobuf.ByteString;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.Map;

/// One question that came to the stand-in, and the ways to answer it.
///
/// Thread: any.
public abstract class Call {
    private final Channel connection;
    private final String method;
    private final String target;
    private final Map<String, String> headers;
    private final ByteString body;

    Call(
            Channel connection,
            String method,
            String target,
            Map<String, String> headers,
            ByteString body) {
        this.connection = connection;
        this.method = method;
        this.target = target;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    public final Channel connection() {
        return connection;
    }

    public final String method() {
        return method;
    }

    public final String target() {
        return target;
    }

    public final String header(String name) {
        return headers.getOrDefault(name, "");
    }

    public final ByteString body() {
        return body;
    }

    public final void answer(int status, String contentType, ByteString content) {
        answer(status, contentType, Map.of(), content);
    }

    public final void answer(
            int status, String contentType, Map<String, String> more, ByteString content) {
        head(status, contentType, more);
        data(content);
        end();
    }

    public abstract void head(int status, String contentType, Map<String, String> more);

    public final void data(ByteString content) {
        data(content, () -> {});
    }

    /// Runs `sent` when the bytes have gone out, which is when the client has room for them.
    public abstract void data(ByteString content, Runnable sent);

    static ChannelFutureListener whenSent(Runnable sent) {
        return outcome -> {
            if (outcome.isSuccess()) {
                sent.run();
            }
        };
    }

    public abstract void end();

    /// Says that this was not looked at.
    public void refuse() {
        throw new UnsupportedOperationException("HTTP/1.1 has no word for it");
    }

    /// Runs `told` when the client wants no more of the answer.
    public abstract void whenLeft(Runnable told);

    /// Hears nothing any more on this connection, and so answers nothing.
    public final void hang() {
        connection.pipeline().addFirst(new Deaf());
    }

    private static final class Deaf extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
        }
    }

    /// Ends the connection without a word, after what was said before.
    public final void cut() {
        connection
                .eventLoop()
                .execute(
                        () -> {
                            var _ = connection.close();
                        });
    }
}
