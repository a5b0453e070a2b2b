package io.jubelet.adapters.probe;

import io.jubelet.core.probe.HttpCheck;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One GET request over a connection of its own, and the beginning of its answer. HTTP/1.1 over a
/// plain socket: no pool, no thread, nothing that outlives the try.
///
/// Thread: any; blocks until the deadline.
/// Upstream: pkg/probe/http/http.go, whose transport keeps no connection either.
final class HttpExchange {
    /// As much of an answer's body as anybody looks at.
    static final int MOST_BODY_BYTES = 10 << 10;

    private static final int MOST_HEAD_BYTES = 1 << 20;

    private final Socket socket;
    private final Deadline deadline;
    private final InputStream input;
    private int headBytes;

    private HttpExchange(Socket socket, Deadline deadline) throws IOException {
        this.socket = socket;
        this.deadline = deadline;
        this.input = new BufferedInputStream(socket.getInputStream(), 4096);
    }

    /// What a server said.
    ///
    /// @param location where it sends the client, if it does
    record Answer(int status, Optional<String> location, String body) {}

    /// The head of an answer came, and its body broke off.
    static final class BodyException extends IOException {
        private static final long serialVersionUID = 1L;

        BodyException(IOException cause) {
            super(GoErrors.plain(cause), cause);
        }
    }

    static Answer get(HttpCheck check, Deadline deadline) throws IOException {
        try (var plain = ProbeSockets.connect(check.host(), check.port(), deadline)) {
            if (!check.secure()) {
                return new HttpExchange(plain, deadline).run(check);
            }
            try (var secured = ProbeSockets.secured(plain, check.host(), check.port(), deadline)) {
                return new HttpExchange(secured, deadline).run(check);
            }
        }
    }

    private Answer run(HttpCheck check) throws IOException {
        socket.getOutputStream().write(request(check).getBytes(StandardCharsets.ISO_8859_1));
        var status = status();
        var headers = headers();
        // 1xx is not the answer yet.
        while (status / 100 == 1 && status != 101) {
            status = status();
            headers = headers();
        }
        var location = Optional.ofNullable(headers.get("location"));
        try {
            return new Answer(status, location, body(status, headers));
        } catch (IOException broken) {
            throw new BodyException(broken);
        }
    }

    private static String request(HttpCheck check) {
        var text = new StringBuilder("GET ").append(check.target()).append(" HTTP/1.1\r\n");
        text.append("Host: ").append(oneLine(check.hostHeader())).append("\r\n");
        for (var header : check.headers()) {
            text.append(oneLine(header.name()))
                    .append(": ")
                    .append(oneLine(header.value()))
                    .append("\r\n");
        }
        return text.append("Connection: close\r\n\r\n").toString();
    }

    private static String oneLine(String text) {
        return text.replace('\r', ' ').replace('\n', ' ').strip();
    }

    private int status() throws IOException {
        var line = line();
        var words = line.split(" ", 3);
        if (!line.startsWith("HTTP/") || words.length < 2 || words[1].length() != 3) {
            throw new IOException("malformed HTTP response \"" + line + "\"");
        }
        try {
            return Integer.parseInt(words[1]);
        } catch (NumberFormatException malformed) {
            throw new IOException("malformed HTTP status code \"" + words[1] + "\"", malformed);
        }
    }

    private Map<String, String> headers() throws IOException {
        var headers = new TreeMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(':');
            if (colon > 0) {
                headers.putIfAbsent(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private String body(int status, Map<String, String> headers) throws IOException {
        if (status == 204 || status == 304) {
            return "";
        }
        var bytes = new ByteArrayOutputStream();
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            for (var size = chunkSize();
                    size > 0 && bytes.size() < MOST_BODY_BYTES;
                    size = chunkSize()) {
                copy(bytes, size, true);
                line();
            }
        } else if (headers.containsKey("content-length")) {
            copy(bytes, number(headers.get("content-length"), 10), true);
        } else {
            copy(bytes, Long.MAX_VALUE, false);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private long chunkSize() throws IOException {
        var line = line();
        var end = line.indexOf(';');
        return number((end < 0 ? line : line.substring(0, end)).strip(), 16);
    }

    private static long number(String text, int radix) throws IOException {
        try {
            return Long.parseLong(text, radix);
        } catch (NumberFormatException malformed) {
            throw new IOException("bad number \"" + text + "\" in an answer", malformed);
        }
    }

    /// Takes so many bytes, or as many as anybody looks at.
    private void copy(ByteArrayOutputStream bytes, long count, boolean exactly) throws IOException {
        for (var left = count; left > 0 && bytes.size() < MOST_BODY_BYTES; left--) {
            var octet = read();
            if (octet < 0) {
                if (exactly) {
                    throw new EOFException("unexpected EOF");
                }
                return;
            }
            bytes.write(octet);
        }
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (var octet = read(); octet != '\n'; octet = read()) {
            headBytes++;
            if (octet < 0) {
                throw new EOFException("EOF");
            }
            if (headBytes > MOST_HEAD_BYTES) {
                throw new IOException("server response headers exceeded 1 MiB; aborted");
            }
            line.append((char) octet);
        }
        var end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r'
                ? line.substring(0, end - 1)
                : line.toString();
    }

    private int read() throws IOException {
        if (input.available() == 0) {
            socket.setSoTimeout(deadline.millis());
        }
        return input.read();
    }
}
