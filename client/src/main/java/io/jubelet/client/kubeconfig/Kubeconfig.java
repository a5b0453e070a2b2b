package io.jubelet.client.kubeconfig;

import io.jubelet.log.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a kubeconfig says for its current context. Paths in it are absolute.
///
/// Thread: immutable.
/// Upstream: client-go `tools/clientcmd/api/v1` Config, as far as a kubelet uses it.
public record Kubeconfig(Path file, Server server, User user) {
    /// Where the server is and how it proves itself.
    ///
    /// @param address `https://host:port`, perhaps with a path
    /// @param tlsServerName the name its certificate must have; empty for that of the address
    /// @param proxy through which it is reached; empty for none
    public record Server(
            String address,
            String tlsServerName,
            boolean insecureSkipTlsVerify,
            Optional<Material> authority,
            String proxy) {}

    /// How we prove who we are; what is not there is empty.
    public record User(
            Optional<Material> certificate,
            Optional<Material> key,
            Optional<Secret> token,
            Optional<Path> tokenFile,
            Optional<Basic> basic,
            Optional<Plugin> plugin,
            Optional<Impersonation> impersonation) {}

    /// Who we act as, once we are logged in.
    public record Impersonation(
            String user, String uid, List<String> groups, Map<String, List<String>> extra) {
        public Impersonation {
            groups = List.copyOf(groups);
            extra = Map.copyOf(extra);
        }
    }

    public record Basic(String username, Secret password) {}

    /// A program that gives credentials.
    ///
    /// @param clusterInfo the cluster's own settings for it as JSON, empty if it has none
    public record Plugin(
            String apiVersion,
            String command,
            List<String> arguments,
            Map<String, String> environment,
            boolean provideClusterInfo,
            String installHint,
            String clusterInfo) {
        public Plugin {
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }

        /// Arguments and environment may hold secrets.
        @Override
        public String toString() {
            return "Plugin[" + command + "]";
        }
    }

    /// A certificate or key: in the file itself or in another.
    public sealed interface Material {
        /// @param pem the text, which may be secret
        record Inline(Secret pem) implements Material {
            static Inline of(byte[] pem) {
                return new Inline(Secret.of(new String(pem, StandardCharsets.ISO_8859_1)));
            }
        }

        record InFile(Path path) implements Material {}
    }

    /// Whether the server is spoken to in the clear.
    public boolean plain() {
        return server.address.startsWith("http://");
    }
}
