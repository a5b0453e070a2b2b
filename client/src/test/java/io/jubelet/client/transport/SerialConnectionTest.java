package io.jubelet.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.jubelet.client.testing.Clients;
import io.jubelet.client.transport.Exchange.Chunk;
import io.jubelet.core.cluster.ApiCallException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a connection of one call at a time does in each order of events, without a network.
class SerialConnectionTest {
    private static final Origin ORIGIN = Origin.parse("http://a");
    private static final Request GET = new Request("GET", "/x", List.of(), ByteString.EMPTY);
    private static final Request POST =
            new Request("POST", "/x", List.of(), ByteString.copyFromUtf8("body"));
    private static final Duration NOW = Duration.ZERO;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SerialConnection connection =
            new SerialConnection(ORIGIN, channel, Clients.PATIENT);

    private Exchange send(Request request) {
        assertThat(connection.reserve()).isTrue();
        var exchange = connection.send(request);
        channel.runPendingTasks();
        return exchange;
    }

    private String sent() {
        var text = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            text.append(part.toString(StandardCharsets.US_ASCII));
            part.release();
        }
        return text.toString();
    }

    private void receive(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private static final String EMPTY_ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

    @Test
    void oneCallAtATime() {
        var exchange = send(GET);
        assertThat(sent()).startsWith("GET /x HTTP/1.1\r\nhost: a\r\n");
        assertThat(connection.reserve()).isFalse();
        receive(EMPTY_ANSWER);
        assertThat(exchange.read(NOW)).isEqualTo(new Chunk.End());
        assertThat(connection.reserve()).isTrue();
    }

    @Test
    void nothingIsReadWhileAWindowIsUnread() {
        var exchange = send(GET);
        receive("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n");
        var piece = "x".repeat(10_000);
        for (var i = 0; i < 6; i++) {
            receive(piece);
        }
        assertThat(channel.config().isAutoRead()).isTrue();
        receive(piece);
        assertThat(channel.config().isAutoRead()).isFalse();

        for (var i = 0; i < 3; i++) {
            exchange.read(NOW);
        }
        channel.runPendingTasks();
        assertThat(channel.config().isAutoRead()).isFalse();
        exchange.read(NOW);
        channel.runPendingTasks();
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void theNextCallIsReadThoughTheLastAnswerWasNot() {
        var unread = send(GET);
        receive("HTTP/1.1 200 OK\r\ncontent-length: 80000\r\n\r\n" + "x".repeat(80_000));
        assertThat(connection.reserve()).isTrue();
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(unread.read(NOW)).isInstanceOf(Chunk.Data.class);
    }

    @Test
    void aCallThatIsGivenUpClosesTheConnection() {
        var exchange = send(GET);
        exchange.cancel();
        channel.runPendingTasks();
        assertThat(channel.isActive()).isFalse();
        assertThat(connection.reserve()).isFalse();
    }

    @Test
    void aCallThatIsGivenUpBeforeItIsSentIsNotSent() {
        assertThat(connection.reserve()).isTrue();
        var exchange = connection.send(GET);
        exchange.cancel();
        channel.runPendingTasks();
        assertThat(sent()).isEmpty();
        assertThat(channel.isActive()).isTrue();
        assertThat(connection.reserve()).isTrue();
    }

    @Test
    void givingUpAnAnswerThatHasEndedHarmsNobody() {
        var first = send(GET);
        receive(EMPTY_ANSWER);
        var second = send(GET);
        first.cancel();
        channel.runPendingTasks();
        receive(EMPTY_ANSWER);
        assertThat(second.read(NOW)).isEqualTo(new Chunk.End());
    }

    /// Servers close connections that nobody uses, and the next call may be under way by then.
    @Test
    void aQuestionOnAConnectionThatTheServerJustLeftMayBeAskedAgain() {
        send(GET);
        receive(EMPTY_ANSWER);
        var late = send(GET);
        var _ = channel.close();
        assertThat(late.unprocessed()).isTrue();
    }

    @Test
    void butNothingThatChangesSomething() {
        send(GET);
        receive(EMPTY_ANSWER);
        var late = send(POST);
        var _ = channel.close();
        assertThat(late.unprocessed()).isFalse();
        assertThatThrownBy(() -> late.read(NOW))
                .isInstanceOf(ApiCallException.class)
                .hasMessage("http://a: the server closed the connection");
    }

    @Test
    void norTheFirstOfAConnection() {
        var first = send(GET);
        var _ = channel.close();
        assertThat(first.unprocessed()).isFalse();
    }

    @Test
    void norOneWhoseAnswerHadBegun() {
        send(GET);
        receive(EMPTY_ANSWER);
        var begun = send(GET);
        receive("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab");
        var _ = channel.close();
        assertThat(begun.unprocessed()).isFalse();
        assertThat(begun.read(NOW)).isInstanceOf(Chunk.Data.class);
        assertThatThrownBy(() -> begun.read(NOW)).isInstanceOf(ApiCallException.class);
    }

    @Test
    void aServerThatEndsEachConnectionIsLeftAlone() {
        var exchange = send(GET);
        receive("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        assertThat(exchange.read(NOW)).isEqualTo(new Chunk.End());
        assertThat(connection.closed()).isTrue();
    }

    @Test
    void anAnswerBeforeTheAnswerIsPassedOver() {
        var exchange = send(POST);
        receive(
                "HTTP/1.1 100 Continue\r\n\r\n"
                        + "HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok");
        assertThat(exchange.awaitHead(Deadline.in(NOW)).status()).isEqualTo(201);
        assertThat(exchange.read(NOW)).isEqualTo(new Chunk.Data(ByteString.copyFromUtf8("ok")));
        assertThat(exchange.read(NOW)).isEqualTo(new Chunk.End());
    }

    @Test
    void whatIsNoHttpIsSaidPlainly() {
        var exchange = send(GET);
        receive("220 mail.example ESMTP\r\n\r\n");
        assertThatThrownBy(() -> exchange.read(NOW))
                .hasMessageStartingWith("http://a: the server speaks no HTTP: ")
                .hasMessageNotContaining("\n");
    }
}
