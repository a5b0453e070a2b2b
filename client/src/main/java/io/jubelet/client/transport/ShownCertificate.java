package io.jubelet.client.transport;

import io.jubelet.pki.CertifiedKey;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Shows the one certificate we have, whichever authorities the server names. The JDK's own would
/// show none to a server that does not know ours, and the refusal would be that of a nobody.
///
/// Thread: immutable.
/// Upstream: pkg/kubelet/certificate/transport.go, GetClientCertificate.
final class ShownCertificate extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private final CertifiedKey certified;

    ShownCertificate(CertifiedKey certified) {
        this.certified = certified;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        var own = certified.key().getAlgorithm();
        return Arrays.asList(types).contains(own) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineClientAlias(types, issuers, null);
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return certified.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return certified.key();
    }

    @Override
    public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
        return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
