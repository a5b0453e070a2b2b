package io.jubelet.e2e.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.jubelet.pki.CertificateFiles;
import io.jubelet.pki.CertifiedKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/// Stands before the real API server with that one's own certificate, asks it as the node, and says
/// of some calls that there is too much to do (429, with Retry-After).
///
/// Thread: the test's; each call has a virtual thread of its own.
public final class BusyServer implements AutoCloseable {
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "host", "content-length", "transfer-encoding", "upgrade");

    private final ControlPlane plane;
    private final HttpsServer server;
    private final HttpClient client;
    private final List<Call> refused = new CopyOnWriteArrayList<>();
    private final List<Call> all = new CopyOnWriteArrayList<>();
    private final AtomicInteger left = new AtomicInteger();
    private volatile BiPredicate<String, String> busyFor = (method, path) -> false;
    private volatile int retryAfter = 1;

    /// One call, and when it came.
    public record Call(String method, String path, long nanos) {}

    private BusyServer(ControlPlane plane, HttpsServer server, HttpClient client) {
        this.plane = plane;
        this.server = server;
        this.client = client;
    }

    /// @param certificates the folder of the control plane's certificates and keys
    public static BusyServer before(ControlPlane plane, Path certificates, String node) {
        try {
            var authority = CertificateFiles.certificates(Path.of(plane.authority())).getFirst();
            var own = key(certificates, "apiserver");
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            var https = HttpsServer.create(address, 0);
            https.setHttpsConfigurator(new HttpsConfigurator(Tls.context(own, authority)));
            https.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            var asNode = Tls.context(key(certificates, "node-" + node), authority);
            var client = HttpClient.newBuilder().sslContext(asNode).build();
            var made = new BusyServer(plane, https, client);
            https.createContext("/", made::answer);
            https.start();
            return made;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static CertifiedKey key(Path folder, String name) {
        return CertificateFiles.keyPair(
                folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /// The next `times` calls of that method and path are too many.
    public void busy(BiPredicate<String, String> calls, int times, int seconds) {
        retryAfter = seconds;
        busyFor = calls;
        left.set(times);
    }

    /// The calls that were too many.
    public List<Call> refused() {
        return List.copyOf(refused);
    }

    /// All calls.
    public List<Call> calls() {
        return List.copyOf(all);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var call =
                    new Call(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI().getPath(),
                            System.nanoTime());
            all.add(call);
            if (busyFor.test(call.method(), call.path()) && left.getAndDecrement() > 0) {
                refused.add(call);
                refuse(exchange);
            } else {
                hand(exchange);
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void refuse(HttpExchange exchange) throws IOException {
        var status =
                """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                "message":"too many requests, please try again later",\
                "reason":"TooManyRequests","code":429}
                """;
        var body = status.getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Retry-After", Integer.toString(retryAfter));
        exchange.sendResponseHeaders(429, body.length);
        exchange.getResponseBody().write(body);
    }

    private void hand(HttpExchange exchange) throws IOException, InterruptedException {
        var body = exchange.getRequestBody().readAllBytes();
        var uri = URI.create(plane.server() + exchange.getRequestURI());
        var request =
                HttpRequest.newBuilder(uri)
                        .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders()
                .forEach(
                        (name, values) -> {
                            if (!ofTheConnection(name)) {
                                values.forEach(value -> request.header(name, value));
                            }
                        });
        var answer = client.send(request.build(), BodyHandlers.ofInputStream());
        answer.headers()
                .map()
                .forEach(
                        (name, values) -> {
                            if (!ofTheConnection(name) && !name.startsWith(":")) {
                                exchange.getResponseHeaders().put(name, values);
                            }
                        });
        exchange.sendResponseHeaders(answer.statusCode(), 0);
        try (var from = answer.body()) {
            var buffer = new byte[8192];
            var out = exchange.getResponseBody();
            for (var count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                out.write(buffer, 0, count);
                out.flush();
            }
        }
    }

    private static boolean ofTheConnection(String header) {
        return OF_THE_CONNECTION.contains(header.toLowerCase(java.util.Locale.ROOT));
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
    }
}
