package io.jubelet.server.testing;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Shows its certificate even to a server that names other authorities, as a stubborn client does.
///
/// Thread: any.
final class AlwaysShown extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager behind;

    AlwaysShown(KeyManager behind) {
        this.behind = (X509ExtendedKeyManager) behind;
    }

    @Override
    public String chooseEngineClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return "client";
    }

    @Override
    public String chooseClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return "client";
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {"client"};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return behind.getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return behind.getPrivateKey(alias);
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
