package io.jubelet.client.kubeconfig;

import io.jubelet.client.kubeconfig.Kubeconfig.Basic;
import io.jubelet.client.kubeconfig.Kubeconfig.Impersonation;
import io.jubelet.client.kubeconfig.Kubeconfig.Material;
import io.jubelet.client.kubeconfig.Kubeconfig.Plugin;
import io.jubelet.client.kubeconfig.Kubeconfig.Server;
import io.jubelet.client.kubeconfig.Kubeconfig.User;
import io.jubelet.log.Secret;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.TreeWriter;
import io.jubelet.model.codec.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a kubeconfig file: the cluster and the user of its current context.
///
/// Thread: stateless; blocks on the disk.
/// Upstream: client-go `tools/clientcmd` ClientConfig. Intended difference: one error that names
/// file and field, where upstream lists what it could not read of all contexts.
public final class KubeconfigReader {
    private static final String EXTENSION = "client.authentication.k8s.io/exec";
    private static final List<String> PLUGIN_VERSIONS =
            List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    private final Path file;

    private KubeconfigReader(Path file) {
        this.file = file;
    }

    /// @throws KubeconfigException when the file is missing or wrong
    public static Kubeconfig read(Path file) {
        var absolute = file.toAbsolutePath();
        try {
            return new KubeconfigReader(absolute).parse(Files.readAllBytes(absolute));
        } catch (IOException failure) {
            throw new KubeconfigException(
                    "invalid kubeconfig: stat " + file + ": " + FileFailures.describe(failure),
                    failure);
        } catch (DecodeException failure) {
            throw new KubeconfigException("invalid kubeconfig: " + failure.getMessage(), failure);
        } catch (KubeconfigException failure) {
            throw new KubeconfigException(
                    "invalid kubeconfig: " + file + ": " + failure.getMessage(), failure);
        }
    }

    private Kubeconfig parse(byte[] content) {
        List<Tree> documents = Yaml.documents(file.toString(), content);
        if (documents.isEmpty() || documents.getFirst().isNull()) {
            throw new KubeconfigException("the file is empty");
        }
        var root = Section.of("", documents.getFirst());
        var context = named(root, "contexts", root.text("current-context"), "context");
        var cluster = named(root, "clusters", context.text("cluster"), "cluster");
        var user =
                context.text("user").isEmpty()
                        ? new Section("user", new Tree.Mapping(List.of(), cluster.mapping().mark()))
                        : named(root, "users", context.text("user"), "user");
        return new Kubeconfig(file, server(cluster), user(user, cluster));
    }

    private static Section named(Section root, String list, String name, String field) {
        if (name.isEmpty()) {
            throw new KubeconfigException(
                    field.equals("context")
                            ? "there is no current-context"
                            : "the current context names no " + field);
        }
        for (Section entry : root.sections(list)) {
            if (entry.text("name").equals(name)) {
                return entry.section(field)
                        .orElseThrow(
                                () -> new KubeconfigException(entry.path() + " has no " + field));
            }
        }
        throw new KubeconfigException("there is no " + field + " named \"" + name + "\"");
    }

    private Server server(Section cluster) {
        var address = cluster.text("server");
        if (!address.startsWith("https://") && !address.startsWith("http://")) {
            throw new KubeconfigException(
                    cluster.path() + ".server must be an http or https address");
        }
        var insecure = cluster.flag("insecure-skip-tls-verify");
        var authority = material(cluster, "certificate-authority");
        if (insecure && authority.isPresent()) {
            throw new KubeconfigException(
                    cluster.path()
                            + " has a certificate authority and insecure-skip-tls-verify:"
                            + " only one of them can be meant");
        }
        return new Server(
                address,
                cluster.text("tls-server-name"),
                insecure,
                authority,
                cluster.text("proxy-url"));
    }

    private User user(Section user, Section cluster) {
        if (user.section("auth-provider").isPresent()) {
            throw new KubeconfigException(
                    user.path() + ".auth-provider: no such provider is built in; use exec");
        }
        var certificate = material(user, "client-certificate");
        var key = material(user, "client-key");
        if (certificate.isPresent() != key.isPresent()) {
            throw new KubeconfigException(
                    user.path() + " needs both, a client certificate and its key, or neither");
        }
        var token = secret(user.text("token"));
        var tokenFile = path(user.text("tokenFile"));
        var basic = basic(user);
        var plugin = user.section("exec").map(section -> plugin(section, cluster));
        if (basic.isPresent() && (token.isPresent() || tokenFile.isPresent())) {
            throw new KubeconfigException(
                    user.path() + " has a token and a password: only one of them can be meant");
        }
        return new User(certificate, key, token, tokenFile, basic, plugin, impersonation(user));
    }

    private static Optional<Basic> basic(Section user) {
        var name = user.text("username");
        var password = user.text("password");
        return name.isEmpty() && password.isEmpty()
                ? Optional.empty()
                : Optional.of(new Basic(name, Secret.of(password)));
    }

    private static Optional<Impersonation> impersonation(Section user) {
        var as = user.text("as");
        if (as.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<String>> extra = new LinkedHashMap<>();
        user.section("as-user-extra")
                .ifPresent(
                        section ->
                                section.mapping()
                                        .entries()
                                        .forEach(e -> extra.put(e.key(), section.texts(e.key()))));
        return Optional.of(
                new Impersonation(as, user.text("as-uid"), user.texts("as-groups"), extra));
    }

    private Plugin plugin(Section exec, Section cluster) {
        var version = exec.text("apiVersion");
        if (!PLUGIN_VERSIONS.contains(version)) {
            throw new KubeconfigException(
                    exec.path()
                            + ".apiVersion must be one of "
                            + String.join(", ", PLUGIN_VERSIONS));
        }
        var command = exec.text("command");
        if (command.isEmpty()) {
            throw new KubeconfigException(exec.path() + ".command is missing");
        }
        checkInteractive(exec, version);
        Map<String, String> environment = new LinkedHashMap<>();
        exec.sections("env").forEach(e -> environment.put(e.text("name"), e.text("value")));
        return new Plugin(
                version,
                command.contains("/") ? absolute(command).toString() : command,
                exec.texts("args"),
                environment,
                exec.flag("provideClusterInfo"),
                exec.text("installHint"),
                clusterInfo(cluster));
    }

    private static void checkInteractive(Section exec, String version) {
        switch (exec.text("interactiveMode")) {
            case "Never", "IfAvailable" -> {}
            case "" -> {
                if (version.endsWith("/v1")) {
                    throw new KubeconfigException(exec.path() + ".interactiveMode is missing");
                }
            }
            case "Always" ->
                    throw new KubeconfigException(
                            exec.path() + ".interactiveMode is Always, and nobody is there to ask");
            default ->
                    throw new KubeconfigException(
                            exec.path() + ".interactiveMode must be Never, IfAvailable or Always");
        }
    }

    /// What the cluster has to say to the plugin, as it is.
    private static String clusterInfo(Section cluster) {
        for (Section extension : cluster.sections("extensions")) {
            if (extension.text("name").equals(EXTENSION)) {
                return extension.mapping().find("extension").map(TreeWriter::toJson).orElse("");
            }
        }
        return "";
    }

    /// A thing that may be in the file itself, which wins, or in another.
    private Optional<Material> material(Section section, String key) {
        var inline = section.bytes(key + "-data");
        if (inline.isPresent()) {
            return Optional.of(Material.Inline.of(inline.get()));
        }
        return path(section.text(key)).map(Material.InFile::new);
    }

    private static Optional<Secret> secret(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Secret.of(text));
    }

    private Optional<Path> path(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(absolute(text));
    }

    /// Paths count from the folder of the file.
    private Path absolute(String text) {
        return file.resolveSibling(text);
    }
}
