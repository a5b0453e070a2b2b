package io.jubelet.server.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Takes any client certificate into the connection. TLS proves that the client has its key; whose
/// it is, the authenticator decides for every request, so that a refused one gets a 401 and not a
/// broken connection.
///
/// Thread: immutable.
///
/// Upstream: tls.RequestClientCert with the x509 request authenticator.
final class AnyClientCertificate extends X509ExtendedTrustManager {
    private final X509Certificate[] authorities;

    /// @param authorities what clients are told to choose by
    AnyClientCertificate(List<X509Certificate> authorities) {
        this.authorities = authorities.toArray(X509Certificate[]::new);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.clone();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        throw new UnsupportedOperationException("this side is the server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
        throw new UnsupportedOperationException("this side is the server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        throw new UnsupportedOperationException("this side is the server");
    }
}
