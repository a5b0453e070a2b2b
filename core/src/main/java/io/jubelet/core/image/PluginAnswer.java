package io.jubelet.core.image;

import io.jubelet.core.runtime.Ordered;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.GoDuration;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Yaml;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a credential program answered. Its text tells nothing.
///
/// Upstream: CredentialProviderResponse of credentialprovider.kubelet.k8s.io.
///
/// @param scope for what else the answer counts
/// @param duration for how long; empty where the program leaves that to the configuration
/// @param credentials by the places that they open
record PluginAnswer(
        Scope scope, Optional<Duration> duration, Map<String, RegistryCredential> credentials) {
    private static final Set<String> FIELDS =
            Set.of("kind", "apiVersion", "cacheKeyType", "cacheDuration", "auth");
    private static final Set<String> AUTH_FIELDS = Set.of("username", "password");

    /// Nothing of what was printed may be told.
    private static final String UNREADABLE =
            "error decoding credential provider plugin response from stdout";

    PluginAnswer {
        credentials = Ordered.copy(credentials);
    }

    /// For what else an answer counts.
    enum Scope {
        IMAGE,
        REGISTRY,
        GLOBAL;

        /// What an image has to be the same in.
        String keyOf(String repository) {
            return switch (this) {
                case IMAGE -> repository;
                case REGISTRY -> repository.split("/", -1)[0];
                case GLOBAL -> "<global>";
            };
        }

        private static Scope of(String text) {
            return switch (text) {
                case "Image" -> IMAGE;
                case "Registry" -> REGISTRY;
                case "Global" -> GLOBAL;
                default ->
                        throw new IllegalArgumentException(
                                "credential provider plugin did not return a valid cacheKeyType: "
                                        + text);
            };
        }
    }

    /// Throws [IllegalArgumentException], which tells nothing of the credentials.
    static PluginAnswer read(byte[] printed, String apiVersion) {
        var answer = mapping(parsed(printed), FIELDS);
        var version = answer.text("apiVersion").orElse("");
        if (!version.equals(apiVersion)) {
            throw new IllegalArgumentException(
                    ("apiVersion from credential plugin response did not match expected"
                                    + " apiVersion:%s, actual apiVersion:%s")
                            .formatted(apiVersion, version));
        }
        if (!answer.text("kind").orElse("").equals("CredentialProviderResponse")) {
            throw new IllegalArgumentException(UNREADABLE);
        }
        return new PluginAnswer(
                Scope.of(answer.text("cacheKeyType").orElse("")),
                answer.find("cacheDuration").filter(it -> !it.isNull()).map(PluginAnswer::span),
                answer.find("auth")
                        .filter(it -> !it.isNull())
                        .map(PluginAnswer::auth)
                        .orElse(Map.of()));
    }

    private static Tree parsed(byte[] printed) {
        try {
            var documents = Yaml.documents("plugin", printed);
            if (documents.size() == 1) {
                return documents.getFirst();
            }
        } catch (DecodeException unreadable) {
            // Told below, without what it was.
        }
        throw new IllegalArgumentException(UNREADABLE);
    }

    private static Mapping mapping(Tree tree, Set<String> fields) {
        if (tree instanceof Mapping mapping
                && mapping.entries().stream().allMatch(it -> fields.contains(it.key()))) {
            return mapping;
        }
        throw new IllegalArgumentException(UNREADABLE);
    }

    private static Duration span(Tree tree) {
        try {
            if (tree instanceof Tree.Scalar scalar) {
                return GoDuration.parse(scalar.text());
            }
        } catch (IllegalArgumentException unreadable) {
            // Told below, without what it was.
        }
        throw new IllegalArgumentException(UNREADABLE);
    }

    private static Map<String, RegistryCredential> auth(Tree tree) {
        if (!(tree instanceof Mapping places)) {
            throw new IllegalArgumentException(UNREADABLE);
        }
        var all = new LinkedHashMap<String, RegistryCredential>();
        for (var entry : places.entries()) {
            var fields = mapping(entry.value(), AUTH_FIELDS);
            all.put(
                    entry.key(),
                    new RegistryCredential(
                            fields.text("username").orElse(""),
                            fields.text("password").orElse("")));
        }
        return all;
    }
}
