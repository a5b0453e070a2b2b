package io.jubelet.client.transport;

import io.netty.handler.ssl.NotSslRecordException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import javax.net.ssl.SSLException;

/// Says in one line why a connection failed, where the JDK says it in a chain of causes.
///
/// Thread: stateless.
final class TlsFailures {
    private static final int LONGEST_CHAIN = 10;
    private static final String UNTRUSTED = "tls: failed to verify certificate: ";

    private static final String UNKNOWN_AUTHORITY =
            "it is signed by an authority that is unknown here:"
                    + " check certificate-authority in the kubeconfig";

    private TlsFailures() {}

    static String describe(Throwable failure) {
        var cause = failure;
        for (var i = 0; i < LONGEST_CHAIN && cause != null; i++) {
            var told = tell(cause);
            if (!told.isEmpty()) {
                return told;
            }
            cause = cause.getCause();
        }
        var message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    private static String tell(Throwable cause) {
        return switch (cause) {
            case CertificateExpiredException _ ->
                    UNTRUSTED + "the server's certificate has expired";
            case CertificateNotYetValidException _ ->
                    UNTRUSTED + "the server's certificate is not valid yet: is this clock right?";
            case CertPathBuilderException _ -> UNTRUSTED + UNKNOWN_AUTHORITY;
            case CertPathValidatorException path
                    when path.getReason() == PKIXReason.NO_TRUST_ANCHOR ->
                    UNTRUSTED + UNKNOWN_AUTHORITY;
            case CertPathValidatorException path when path.getCause() == null ->
                    UNTRUSTED + path.getMessage();
            case CertificateException refused when refused.getCause() == null ->
                    UNTRUSTED + refused.getMessage();
            case UnknownHostException unknown -> "no such host: " + unknown.getMessage();
            case ConnectException refused -> words(refused);
            case NoRouteToHostException _ -> "no route to host";
            case NotSslRecordException _ -> "tls: the server speaks no TLS";
            case SSLException tls when tls.getCause() == null -> "tls: " + tls.getMessage();
            default -> "";
        };
    }

    /// Netty adds the address, which is in the message already.
    private static String words(ConnectException failure) {
        var message = String.valueOf(failure.getMessage());
        return message.startsWith("Connection refused") ? "connection refused" : message;
    }
}
