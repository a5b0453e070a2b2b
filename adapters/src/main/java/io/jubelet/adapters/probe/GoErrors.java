package io.jubelet.adapters.probe;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;

/// What Go says where the JDK says something else: people search for these words.
final class GoErrors {
    private GoErrors() {}

    /// Why no connection could be made.
    static String dial(String authority, String host, IOException failure) {
        return switch (failure) {
            case UnknownHostException _ -> "dial tcp: lookup " + host + ": no such host";
            case SocketTimeoutException _ -> "dial tcp " + authority + ": i/o timeout";
            case NoRouteToHostException _ ->
                    "dial tcp " + authority + ": connect: no route to host";
            case ConnectException refused -> "dial tcp " + authority + ": " + connect(refused);
            default -> "dial tcp " + authority + ": " + plain(failure);
        };
    }

    private static String connect(ConnectException failure) {
        var text = plain(failure).toLowerCase(Locale.ROOT);
        var known =
                text.startsWith("connection refused")
                        ? "connection refused"
                        : text.startsWith("network is unreachable")
                                ? "network is unreachable"
                                : text;
        return "connect: " + known;
    }

    /// Why an exchange broke off.
    static String exchange(IOException failure) {
        return switch (failure) {
            case EOFException _ -> "EOF";
            default ->
                    plain(failure).startsWith("Connection reset")
                            ? "connection reset by peer"
                            : plain(failure);
        };
    }

    static String plain(IOException failure) {
        var message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
