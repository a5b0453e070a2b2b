package io.jubelet.server.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A runtime's streaming server that agrees to any upgrade and sends back what it gets.
///
/// Thread: its own for each connection; the test sets what it does before it connects.
public final class StreamingBackend implements AutoCloseable {
    private static final String AGREED =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n";

    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Optional<String> refusal = Optional.empty();
    private volatile String afterEnd = "";
    private volatile long most = Long.MAX_VALUE;
    private volatile String requestHead = "";

    public StreamingBackend() throws IOException {
        Thread.ofVirtual().start(this::accept);
    }

    public String address(String path) {
        return "http://127.0.0.1:" + server.getLocalPort() + path;
    }

    /// Answers with this instead.
    public void refuse(String answer) {
        refusal = Optional.of(answer);
    }

    /// Says this after the client's last byte.
    public void answerAfterEnd(String text) {
        afterEnd = text;
    }

    /// Closes after so many bytes.
    public void endAfter(long bytes) {
        most = bytes;
    }

    public String requestHead() {
        return requestHead;
    }

    /// Waits until the client's end was seen.
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    private void accept() {
        try {
            while (true) {
                var socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = socket.getInputStream();
            var out = socket.getOutputStream();
            requestHead = head(in);
            out.write(refusal.orElse(AGREED).getBytes(StandardCharsets.ISO_8859_1));
            if (refusal.isEmpty()) {
                var left = most;
                var buffer = new byte[32 << 10];
                while (left > 0) {
                    var count = in.read(buffer);
                    if (count < 0) {
                        break;
                    }
                    out.write(buffer, 0, count);
                    left -= count;
                }
                out.write(afterEnd.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException gone) {
            // So is the other side.
        } finally {
            ended.countDown();
        }
    }

    /// Everything up to and with the empty line.
    public static String head(InputStream in) throws IOException {
        var seen = new StringBuilder();
        while (seen.indexOf("\r\n\r\n") < 0) {
            var next = in.read();
            if (next < 0) {
                throw new IOException("closed after: " + seen);
            }
            seen.append((char) next);
        }
        return seen.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
