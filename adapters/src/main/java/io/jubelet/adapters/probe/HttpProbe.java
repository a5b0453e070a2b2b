package io.jubelet.adapters.probe;

import io.jubelet.core.probe.HttpCheck;
import io.jubelet.core.probe.ProbeOutcome;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Asks a container over HTTP, and tells it something.
///
/// Thread: any; blocks until the timeout.
/// Upstream: pkg/probe/http/http.go DoHTTPProbe, lifecycle/handlers.go runHTTPHandler.
final class HttpProbe {
    private static final int MOST_REDIRECTS = 10;
    private static final int OK = 200;
    private static final int MULTIPLE_CHOICES = 300;
    private static final int BAD_REQUEST = 400;

    private HttpProbe() {}

    static ProbeOutcome probe(HttpCheck check, Duration timeout) {
        var deadline = Deadline.after(timeout);
        var current = check;
        try {
            var answer = HttpExchange.get(current, deadline);
            for (var redirects = 1; ; redirects++) {
                var next = redirect(check, current, answer);
                if (next.isEmpty()) {
                    return judge(answer);
                }
                if (redirects >= MOST_REDIRECTS) {
                    return new ProbeOutcome.Failure(
                            told(current, "stopped after " + MOST_REDIRECTS + " redirects"));
                }
                current = next.get();
                answer = HttpExchange.get(current, deadline);
            }
        } catch (HttpExchange.BodyException broken) {
            return new ProbeOutcome.Unknown(GoErrors.plain(broken));
        } catch (IOException failure) {
            return new ProbeOutcome.Failure(told(current, reason(failure)));
        }
    }

    private static ProbeOutcome judge(HttpExchange.Answer answer) {
        if (answer.status() < OK || answer.status() >= BAD_REQUEST) {
            // Never the body: it may hold what is nobody's business.
            return new ProbeOutcome.Failure(
                    "HTTP probe failed with statuscode: " + answer.status());
        }
        return answer.status() >= MULTIPLE_CHOICES
                ? new ProbeOutcome.Warning(
                        "Probe terminated redirects, Response body: " + answer.body())
                : new ProbeOutcome.Success(answer.body());
    }

    /// Where to go on, if the server sends the client elsewhere on the same host.
    private static Optional<HttpCheck> redirect(
            HttpCheck first, HttpCheck current, HttpExchange.Answer answer) {
        var sentOn =
                switch (answer.status()) {
                    case 301, 302, 303, 307, 308 -> answer.location();
                    default -> Optional.<String>empty();
                };
        if (sentOn.isEmpty()) {
            return Optional.empty();
        }
        try {
            var target = URI.create(current.url()).resolve(sentOn.get());
            var host = target.getHost();
            if (host == null || !bare(host).equals(first.host())) {
                return Optional.empty();
            }
            return Optional.of(at(first, current, target, sentOn.get()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static HttpCheck at(HttpCheck first, HttpCheck current, URI target, String location) {
        var secure = "https".equalsIgnoreCase(target.getScheme());
        var port = target.getPort() > 0 ? target.getPort() : secure ? 443 : 80;
        var path = target.getRawPath();
        var query = target.getRawQuery();
        var absolute = location.contains("://") || location.startsWith("//");
        return new HttpCheck(
                secure,
                first.host(),
                port,
                (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query),
                absolute ? target.getRawAuthority() : current.hostHeader(),
                first.headers());
    }

    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String told(HttpCheck check, String reason) {
        return "Get \"" + check.url() + "\": " + reason;
    }

    private static String reason(IOException failure) {
        if (failure instanceof SocketTimeoutException
                || failure.getCause() instanceof SocketTimeoutException) {
            return "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
        }
        return failure instanceof ProbeSockets.DialException
                ? GoErrors.plain(failure)
                : GoErrors.exchange(failure);
    }

    /// Tells a container something; any answer will do.
    static ProbeOutcome hook(HttpCheck check, Duration timeout) {
        var deadline = Deadline.after(timeout);
        try {
            HttpExchange.get(check, deadline);
            return new ProbeOutcome.Success("");
        } catch (HttpExchange.BodyException _) {
            return new ProbeOutcome.Success("");
        } catch (SSLException failure) {
            return inTheClear(check, deadline, failure);
        } catch (IOException failure) {
            return new ProbeOutcome.Failure(told(check, reason(failure)));
        }
    }

    /// A server that speaks no TLS may speak HTTP; the first failure stands if it does not.
    private static ProbeOutcome inTheClear(
            HttpCheck check, Deadline deadline, SSLException failure) {
        try {
            HttpExchange.get(check.insecure(), deadline);
            return new ProbeOutcome.Warning(
                    "request to HTTPS lifecycle hook "
                            + check.authority()
                            + " got HTTP response, retry with HTTP succeeded");
        } catch (IOException _) {
            return new ProbeOutcome.Failure(told(check, reason(failure)));
        }
    }
}
