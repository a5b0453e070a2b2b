package io.jubelet.client.login;

import io.jubelet.client.kubeconfig.Kubeconfig;
import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import io.jubelet.client.kubeconfig.Kubeconfig.User;
import io.jubelet.client.kubeconfig.KubeconfigException;
import io.jubelet.client.kubeconfig.KubeconfigReader;
import io.jubelet.core.execution.Execution;
import io.jubelet.log.Secret;
import io.jubelet.pki.Certificates;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.PkiException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// A kubeconfig made ready to use: its certificates read, its token or plugin at hand.
///
/// Thread: immutable; what it holds may be asked from any thread.
///
/// @param authorities whom to trust; empty for those of the machine
public record KubeconfigCredentials(
        Kubeconfig kubeconfig,
        List<X509Certificate> authorities,
        ClientCertificateSource certificates,
        Login login) {
    public KubeconfigCredentials {
        authorities = List.copyOf(authorities);
    }

    /// @throws KubeconfigException when the file, or one that it names, is missing or wrong
    public static KubeconfigCredentials load(Path file, Execution execution) {
        return of(KubeconfigReader.read(file), execution);
    }

    /// @throws KubeconfigException when a file that it names is missing or wrong
    public static KubeconfigCredentials of(Kubeconfig kubeconfig, Execution execution) {
        try {
            var user = kubeconfig.user();
            var plugin = user.plugin().map(each -> new PluginLogin(kubeconfig, each, execution));
            return new KubeconfigCredentials(
                    kubeconfig,
                    kubeconfig
                            .server()
                            .authority()
                            .map(each -> Certificates.parse(Materials.text(each)))
                            .orElse(List.of()),
                    certificates(user, plugin, execution),
                    login(user, plugin, execution));
        } catch (KubeconfigException | PkiException failure) {
            throw new KubeconfigException(
                    "invalid kubeconfig: " + kubeconfig.file() + ": " + failure.getMessage(),
                    failure);
        }
    }

    /// The same, but logging in by certificates from elsewhere: from the keeper that renews them.
    public KubeconfigCredentials withCertificates(ClientCertificateSource source) {
        return new KubeconfigCredentials(kubeconfig, authorities, source, login);
    }

    private static ClientCertificateSource certificates(
            User user, Optional<PluginLogin> plugin, Execution execution) {
        if (user.certificate().isPresent() && user.key().isPresent()) {
            return certificates(user.certificate().get(), user.key().get(), execution);
        }
        if (plugin.isPresent()) {
            return plugin.get();
        }
        return ClientCertificateSource.fixed(Optional.empty());
    }

    private static ClientCertificateSource certificates(
            Material certificate, Material key, Execution execution) {
        if (certificate instanceof Material.InFile(Path chain)
                && key instanceof Material.InFile(Path secret)) {
            return new CertificateFilePair(chain, secret, execution);
        }
        return ClientCertificateSource.fixed(
                Optional.of(CertifiedKey.parse(Materials.text(certificate), Materials.text(key))));
    }

    private static Login login(User user, Optional<PluginLogin> plugin, Execution execution) {
        if (user.tokenFile().isPresent()) {
            return new TokenFile(user.tokenFile().get(), user.token(), execution);
        }
        if (user.token().isPresent()) {
            return Login.bearer(user.token().get());
        }
        if (user.basic().isPresent()) {
            var basic = user.basic().get();
            var pair = basic.username() + ":" + basic.password().reveal();
            var encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            var header = Optional.of(Secret.of("Basic " + encoded));
            return () -> header;
        }
        if (plugin.isPresent()) {
            return plugin.get();
        }
        return Login.NONE;
    }
}
