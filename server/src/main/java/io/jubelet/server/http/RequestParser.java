package io.jubelet.server.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;

/// Makes our request of Netty's.
///
/// Thread: stateless.
final class RequestParser {
    private RequestParser() {}

    /// Empty when the request line or the headers are malformed.
    static Optional<Request> parse(HttpRequest request, List<X509Certificate> certificates) {
        if (request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && request.headers().getAll(HttpHeaderNames.HOST).size() != 1) {
            return Optional.empty();
        }
        var target = withoutAuthority(request.uri());
        var mark = target.indexOf('?');
        var rawPath = mark < 0 ? target : target.substring(0, mark);
        var rawQuery = mark < 0 ? "" : target.substring(mark + 1);
        if (!rawPath.startsWith("/") && !rawPath.equals("*")) {
            return Optional.empty();
        }
        return decoded(rawPath, false)
                .map(
                        path ->
                                new Request(
                                        request.method().name(),
                                        path,
                                        rawPath,
                                        query(rawQuery),
                                        rawQuery,
                                        headers(request),
                                        certificates));
    }

    private static Headers headers(HttpRequest request) {
        return new Headers(
                request.headers().entries().stream()
                        .map(entry -> new Headers.Header(entry.getKey(), entry.getValue()))
                        .toList());
    }

    /// A proxy's client sends the whole address; the path is what counts.
    private static String withoutAuthority(String target) {
        var scheme = target.indexOf("://");
        if (scheme <= 0 || target.startsWith("/")) {
            return target;
        }
        var path = target.indexOf('/', scheme + 3);
        return path < 0 ? "/" : target.substring(path);
    }

    /// As Go reads a query: a malformed pair is left out.
    private static Map<String, List<String>> query(String raw) {
        var values = new LinkedHashMap<String, List<String>>();
        for (String pair : raw.split("&", -1)) {
            if (pair.isEmpty() || pair.contains(";")) {
                continue;
            }
            var equals = pair.indexOf('=');
            var name = decoded(equals < 0 ? pair : pair.substring(0, equals), true);
            var value = decoded(equals < 0 ? "" : pair.substring(equals + 1), true);
            if (name.isPresent() && value.isPresent()) {
                values.computeIfAbsent(name.get(), _ -> new ArrayList<>()).add(value.get());
            }
        }
        return values;
    }

    private static Optional<String> decoded(String raw, boolean plusIsSpace) {
        if (raw.indexOf('%') < 0 && raw.indexOf('+') < 0) {
            return Optional.of(raw);
        }
        var bytes = ByteBuffer.allocate(raw.length() * 3);
        for (int at = 0; at < raw.length(); at++) {
            var character = raw.charAt(at);
            if (character == '%') {
                if (at + 2 >= raw.length()
                        || Character.digit(raw.charAt(at + 1), 16) < 0
                        || Character.digit(raw.charAt(at + 2), 16) < 0) {
                    return Optional.empty();
                }
                bytes.put((byte) Integer.parseInt(raw, at + 1, at + 3, 16));
                at += 2;
            } else if (character == '+' && plusIsSpace) {
                bytes.put((byte) ' ');
            } else {
                bytes.put(String.valueOf(character).getBytes(StandardCharsets.UTF_8));
            }
        }
        return Optional.of(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8));
    }

    static List<X509Certificate> certificates(ChannelHandlerContext context) {
        var tls = context.pipeline().get(SslHandler.class);
        if (tls == null) {
            return List.of();
        }
        try {
            Certificate[] presented = tls.engine().getSession().getPeerCertificates();
            return Stream.of(presented).map(X509Certificate.class::cast).toList();
        } catch (SSLPeerUnverifiedException _) {
            // The client showed none, which the authenticators decide upon.
            return List.of();
        }
    }
}
