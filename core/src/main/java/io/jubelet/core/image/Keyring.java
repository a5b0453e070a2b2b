package io.jubelet.core.image;

import io.jubelet.core.runtime.PullSecret;
import io.jubelet.core.runtime.PullSource;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which credentials belong to which registry, in the words of Docker's configuration files.
///
/// Thread: whoever builds it; lives for one pull.
/// Upstream: credentialprovider/keyring.go, config.go.
public final class Keyring {
    private static final String DEFAULT_REGISTRY = "index.docker.io";

    /// The longer of two places that begin alike comes first: it says more.
    private final Map<String, List<RegistryCredential>> places =
            new TreeMap<>(Comparator.reverseOrder());

    /// Adds what a configuration file says; answers whether it could be read.
    ///
    /// @param nested whether it is of the newer form, where the places stand under `auths`
    public boolean add(byte[] content, boolean nested) {
        return add(content, nested, Optional.empty());
    }

    /// The same of what a pod's secret holds.
    ///
    /// @param source the secret, whose hash is told of each credential
    public boolean add(byte[] content, boolean nested, Optional<PullSecret> source) {
        try {
            var documents = Yaml.documents("pull secret", content);
            if (documents.size() != 1 || !(documents.getFirst() instanceof Tree.Mapping whole)) {
                return false;
            }
            var auths = nested ? whole.find("auths") : Optional.of((Tree) whole);
            auths.ifPresent(it -> addAll(it, source));
            return true;
        } catch (DecodeException | IllegalArgumentException _) {
            return false;
        }
    }

    /// Adds a credential for that place.
    void add(String place, RegistryCredential credential) {
        places.computeIfAbsent(place(place), _ -> new ArrayList<>()).add(credential);
    }

    private void addAll(Tree auths, Optional<PullSecret> source) {
        if (!(auths instanceof Tree.Mapping mapping)) {
            return;
        }
        for (var entry : mapping.entries()) {
            if (entry.value() instanceof Tree.Mapping fields) {
                add(entry.key(), credential(fields, source));
            }
        }
    }

    private static RegistryCredential credential(Tree.Mapping fields, Optional<PullSecret> source) {
        var both = fields.text("auth").filter(text -> !text.isEmpty());
        var user = fields.text("username").orElse("");
        var password = fields.text("password").orElse("");
        if (both.isPresent()) {
            var bytes = Base64.getDecoder().decode(both.get().replaceAll("\\s", ""));
            var text = new String(bytes, StandardCharsets.UTF_8);
            var colon = text.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("no colon between user and password");
            }
            user = text.substring(0, colon);
            password = text.substring(colon + 1);
        }
        var hash = PullRecordText.hash(user, password, fields.text("email").orElse(""));
        return new RegistryCredential(
                user,
                password,
                source.<PullSource>map(
                        it -> new PullSecret(it.uid(), it.namespace(), it.name(), hash)));
    }

    /// A host with the path of a repository, if there is one; the path of a registry's API is none.
    private static String place(String written) {
        var rest = written.replaceFirst("^https?://", "");
        var slash = rest.indexOf('/');
        var host = slash < 0 ? rest : rest.substring(0, slash);
        var path = slash < 0 ? "" : rest.substring(slash);
        if (path.startsWith("/v1/") || path.startsWith("/v2/")) {
            path = path.substring(3);
        }
        return path.equals("/") ? host : host + path;
    }

    /// All that may open this repository, the most particular first.
    ///
    /// @param repository with its registry, without tag and digest
    public List<RegistryCredential> find(String repository) {
        var found = new ArrayList<RegistryCredential>();
        places.forEach(
                (place, credentials) -> {
                    if (covers(place, repository)) {
                        found.addAll(credentials);
                    }
                });
        return found.isEmpty() && repository.startsWith("docker.io/")
                ? places.getOrDefault(DEFAULT_REGISTRY, List.of())
                : found;
    }

    /// A host's parts may hold `*` and `?`; a path has to begin as the place's does.
    static boolean covers(String place, String repository) {
        var ours = Location.of(place);
        var theirs = Location.of(repository);
        if (!ours.port.equals(theirs.port)
                || ours.parts.size() != theirs.parts.size()
                || !theirs.path.startsWith(ours.path)) {
            return false;
        }
        for (var index = 0; index < ours.parts.size(); index++) {
            if (!matches(ours.parts.get(index), theirs.parts.get(index))) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String pattern, String word) {
        if (pattern.isEmpty()) {
            return word.isEmpty();
        }
        return switch (pattern.charAt(0)) {
            case '*' ->
                    matches(pattern.substring(1), word)
                            || (!word.isEmpty() && matches(pattern, word.substring(1)));
            case '?' -> !word.isEmpty() && matches(pattern.substring(1), word.substring(1));
            default ->
                    !word.isEmpty()
                            && word.charAt(0) == pattern.charAt(0)
                            && matches(pattern.substring(1), word.substring(1));
        };
    }

    private record Location(List<String> parts, String port, String path) {
        static Location of(String text) {
            var slash = text.indexOf('/');
            var host = slash < 0 ? text : text.substring(0, slash);
            var path = slash < 0 ? "" : text.substring(slash);
            var colon = host.lastIndexOf(':');
            var port = colon < 0 ? "" : host.substring(colon + 1);
            var name = colon < 0 ? host : host.substring(0, colon);
            return new Location(List.of(name.split("\\.", -1)), port, path);
        }
    }
}
