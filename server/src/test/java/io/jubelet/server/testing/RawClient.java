package io.jubelet.server.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A connection on which a test writes bytes as it likes.
///
/// Thread: the test's.
public final class RawClient implements AutoCloseable {
    private static final int LONGEST_MILLIS = 20_000;

    private final Socket socket;

    public RawClient(InetSocketAddress address) throws IOException {
        this(new Socket(address.getAddress(), address.getPort()));
    }

    public RawClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(LONGEST_MILLIS);
    }

    public RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /// Everything until the other side closes.
    public String readToEnd() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /// Everything up to and with this text.
    public String readUntil(String end) throws IOException {
        var seen = new StringBuilder();
        while (seen.indexOf(end) < 0) {
            var next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("closed after: " + seen);
            }
            seen.append((char) next);
        }
        return seen.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
