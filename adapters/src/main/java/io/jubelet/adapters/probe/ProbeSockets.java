package io.jubelet.adapters.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Connections to containers, without the node's proxy, and trusting whoever answers: a probe
/// asks whether somebody is there, not who it is.
///
/// Thread: any; blocks until the deadline.
final class ProbeSockets {
    private ProbeSockets() {}

    /// No connection could be made.
    static final class DialException extends IOException {
        private static final long serialVersionUID = 1L;

        DialException(String message, IOException cause) {
            super(message, cause);
        }
    }

    static Socket connect(String host, int port, Deadline deadline) throws IOException {
        var socket = new Socket(Proxy.NO_PROXY);
        try {
            var address = new InetSocketAddress(InetAddress.getByName(host), port);
            socket.connect(address, deadline.millis());
            return socket;
        } catch (IOException failure) {
            socket.close();
            throw new DialException(GoErrors.dial(authority(host, port), host, failure), failure);
        }
    }

    static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /// Speaks TLS over the connection from now on.
    static Socket secured(Socket plain, String host, int port, Deadline deadline)
            throws IOException {
        plain.setSoTimeout(deadline.millis());
        var socket = (SSLSocket) Trust.ALL.getSocketFactory().createSocket(plain, host, port, true);
        socket.startHandshake();
        return socket;
    }

    /// Made when the first probe needs it.
    private static final class Trust {
        static final SSLContext ALL = context();

        private static SSLContext context() {
            try {
                var context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[] {new Everybody()}, null);
                return context;
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /// Believes every server.
    private static final class Everybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
