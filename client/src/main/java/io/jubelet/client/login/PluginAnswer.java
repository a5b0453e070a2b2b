package io.jubelet.client.login;

import io.jubelet.client.kubeconfig.Kubeconfig;
import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import io.jubelet.client.kubeconfig.Kubeconfig.Plugin;
import io.jubelet.log.Secret;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.Mark;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.TreeWriter;
import io.jubelet.model.codec.Yaml;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.PkiException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// What a credential plugin is asked and what it answers: an `ExecCredential` each way.
///
/// Thread: immutable.
/// Upstream: client-go `pkg/apis/clientauthentication`.
record PluginAnswer(
        Optional<Secret> token, Optional<CertifiedKey> certificate, Optional<Instant> expires) {
    private static final Mark HERE = new Mark("plugin", 1, 1);

    boolean expiredAt(Instant moment) {
        return expires.isPresent() && !moment.isBefore(expires.get());
    }

    /// @throws IllegalArgumentException when it is no answer; the text is not repeated, since it
    ///     may hold a secret
    static PluginAnswer parse(byte[] output, String apiVersion) {
        try {
            var documents = Yaml.documents("plugin", output);
            if (documents.isEmpty() || !(documents.getFirst() instanceof Mapping root)) {
                throw new IllegalArgumentException("it printed no ExecCredential");
            }
            return parse(root, apiVersion);
        } catch (DecodeException failure) {
            throw new IllegalArgumentException("it printed no JSON that can be read", failure);
        } catch (PkiException failure) {
            throw new IllegalArgumentException(failure.getMessage(), failure);
        } catch (DateTimeException failure) {
            throw new IllegalArgumentException("its expirationTimestamp is no time", failure);
        }
    }

    private static PluginAnswer parse(Mapping root, String apiVersion) {
        var version = root.text("apiVersion").orElse("");
        if (!version.equals(apiVersion)) {
            throw new IllegalArgumentException(
                    "it answered in \"" + version + "\" and not in " + apiVersion);
        }
        if (!(root.find("status").orElse(root) instanceof Mapping status) || status.equals(root)) {
            throw new IllegalArgumentException("its answer has no status");
        }
        var certificate = status.text("clientCertificateData").orElse("");
        var key = status.text("clientKeyData").orElse("");
        var token = status.text("token").filter(text -> !text.isEmpty()).map(Secret::of);
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException(
                    "it gave a certificate without a key, or a key without a certificate");
        }
        if (token.isEmpty() && certificate.isEmpty()) {
            throw new IllegalArgumentException("it gave neither a token nor a certificate");
        }
        return new PluginAnswer(
                token,
                certificate.isEmpty()
                        ? Optional.empty()
                        : Optional.of(CertifiedKey.parse(certificate, key)),
                status.text("expirationTimestamp").map(Instant::parse));
    }

    /// The environment variable `KUBERNETES_EXEC_INFO`.
    static String question(Kubeconfig kubeconfig, Plugin plugin) {
        var spec = new ArrayList<Entry>();
        spec.add(entry("interactive", new Scalar(Kind.BOOL, "false", HERE)));
        if (plugin.provideClusterInfo()) {
            spec.add(entry("cluster", cluster(kubeconfig, plugin)));
        }
        return TreeWriter.toJson(
                new Mapping(
                        List.of(
                                entry("apiVersion", text(plugin.apiVersion())),
                                entry("kind", text("ExecCredential")),
                                entry("spec", new Mapping(spec, HERE))),
                        HERE));
    }

    private static Tree cluster(Kubeconfig kubeconfig, Plugin plugin) {
        var server = kubeconfig.server();
        var fields = new ArrayList<Entry>();
        fields.add(entry("server", text(server.address())));
        if (!server.tlsServerName().isEmpty()) {
            fields.add(entry("tls-server-name", text(server.tlsServerName())));
        }
        if (server.insecureSkipTlsVerify()) {
            fields.add(entry("insecure-skip-tls-verify", new Scalar(Kind.BOOL, "true", HERE)));
        }
        if (!server.proxy().isEmpty()) {
            fields.add(entry("proxy-url", text(server.proxy())));
        }
        server.authority()
                .ifPresent(
                        authority ->
                                fields.add(
                                        entry(
                                                "certificate-authority-data",
                                                text(encoded(authority)))));
        if (!plugin.clusterInfo().isEmpty()) {
            var bytes = plugin.clusterInfo().getBytes(StandardCharsets.UTF_8);
            fields.add(entry("config", Yaml.documents("config", bytes).getFirst()));
        }
        return new Mapping(fields, HERE);
    }

    private static String encoded(Material authority) {
        return Base64.getEncoder()
                .encodeToString(Materials.text(authority).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Entry entry(String key, Tree value) {
        return new Entry(key, HERE, value);
    }

    private static Scalar text(String value) {
        return new Scalar(Kind.STRING, value, HERE);
    }
}
