package io.jubelet.config.credential;

import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.GoDuration;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Sequence;
import io.jubelet.model.codec.Yaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads one CredentialProviderConfig; a field that does not exist is a fault.
///
/// Thread: any; pure. Upstream: credentialprovider/plugin/config.go decode.
final class CredentialProviderReader {
    private static final String KIND = "CredentialProviderConfig";
    private static final String GROUP = "kubelet.config.k8s.io/";
    private static final String V1 = GROUP + "v1";
    private static final Set<String> VERSIONS = Set.of("v1", "v1beta1", "v1alpha1");
    private static final Set<String> OLD_FIELDS =
            Set.of("name", "matchImages", "defaultCacheDuration", "apiVersion", "args", "env");
    private static final String TOKEN_ATTRIBUTES = "tokenAttributes";
    private static final Set<String> FIELDS =
            Stream.concat(OLD_FIELDS.stream(), Stream.of(TOKEN_ATTRIBUTES))
                    .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> TOKEN_FIELDS =
            Set.of(
                    "serviceAccountTokenAudience",
                    "cacheType",
                    "requireServiceAccount",
                    "requiredServiceAccountAnnotationKeys",
                    "optionalServiceAccountAnnotationKeys");

    private CredentialProviderReader() {}

    /// Throws [CredentialProviderException] with one line.
    static List<CredentialProvider> read(String file, byte[] content) {
        try {
            var documents = Yaml.documents(file, content);
            if (documents.size() != 1 || !(documents.getFirst() instanceof Mapping whole)) {
                throw fault(file, "Object 'Kind' is missing");
            }
            checkType(file, whole);
            known(file, whole, "", Set.of("apiVersion", "kind", "providers"));
            var known = whole.text("apiVersion").filter(V1::equals).isPresent();
            var all = new ArrayList<CredentialProvider>();
            whole.find("providers").filter(it -> !it.isNull()).stream()
                    .flatMap(it -> items(file, it, "providers").stream())
                    .forEach(
                            it ->
                                    all.add(
                                            provider(
                                                    file,
                                                    it,
                                                    "providers[" + all.size() + "].",
                                                    known ? FIELDS : OLD_FIELDS)));
            return all;
        } catch (DecodeException unreadable) {
            throw fault(file, unreadable.mark() + ": " + unreadable.detail());
        }
    }

    private static void checkType(String file, Mapping whole) {
        var kind = whole.text("kind").orElse("");
        var version = whole.text("apiVersion").orElse("");
        if (kind.isEmpty()) {
            throw fault(file, "Object 'Kind' is missing");
        }
        if (!kind.equals(KIND)
                || !version.startsWith(GROUP)
                || !VERSIONS.contains(version.substring(GROUP.length()))) {
            throw fault(
                    file,
                    "no kind \"%s\" is registered for version \"%s\"".formatted(kind, version));
        }
    }

    private static CredentialProvider provider(
            String file, Tree tree, String path, Set<String> names) {
        if (!(tree instanceof Mapping fields)) {
            throw fault(file, "providers: an object was expected");
        }
        known(file, fields, path, names);
        return new CredentialProvider(
                fields.text("name").orElse(""),
                texts(file, fields, "matchImages"),
                fields.text("defaultCacheDuration").map(text -> span(file, text)),
                fields.text("apiVersion").orElse(""),
                texts(file, fields, "args"),
                environment(file, fields),
                fields.find(TOKEN_ATTRIBUTES)
                        .filter(it -> !it.isNull())
                        .map(it -> tokenAttributes(file, it, path + TOKEN_ATTRIBUTES)));
    }

    private static TokenAttributes tokenAttributes(String file, Tree tree, String path) {
        if (!(tree instanceof Mapping fields)) {
            throw fault(file, path + ": an object was expected");
        }
        known(file, fields, path + ".", TOKEN_FIELDS);
        return new TokenAttributes(
                fields.text("serviceAccountTokenAudience").orElse(""),
                fields.text("cacheType").orElse(""),
                fields.find("requireServiceAccount")
                        .filter(it -> !it.isNull())
                        .map(it -> flag(file, it, path + ".requireServiceAccount")),
                texts(file, fields, "requiredServiceAccountAnnotationKeys"),
                texts(file, fields, "optionalServiceAccountAnnotationKeys"));
    }

    private static boolean flag(String file, Tree tree, String path) {
        if (tree instanceof Tree.Scalar(var kind, var text, _) && kind == Tree.Kind.BOOL) {
            return text.equals("true");
        }
        throw fault(file, path + ": true or false was expected");
    }

    private static Duration span(String file, String text) {
        try {
            return GoDuration.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw fault(file, "providers.defaultCacheDuration: " + wrong.getMessage());
        }
    }

    private static List<String> texts(String file, Mapping fields, String name) {
        return fields.find(name).filter(it -> !it.isNull()).stream()
                .flatMap(it -> items(file, it, name).stream())
                .map(
                        item ->
                                Optional.of(item)
                                        .filter(Tree.Scalar.class::isInstance)
                                        .map(Tree.Scalar.class::cast)
                                        .filter(it -> it.kind() == Tree.Kind.STRING)
                                        .map(Tree.Scalar::text)
                                        .orElseThrow(
                                                () ->
                                                        fault(
                                                                file,
                                                                name + ": a string was expected")))
                .toList();
    }

    private static Map<String, String> environment(String file, Mapping fields) {
        var all = new LinkedHashMap<String, String>();
        fields.find("env").filter(it -> !it.isNull()).stream()
                .flatMap(it -> items(file, it, "env").stream())
                .forEach(
                        item -> {
                            if (!(item instanceof Mapping pair)) {
                                throw fault(file, "env: an object was expected");
                            }
                            known(file, pair, "env.", Set.of("name", "value"));
                            all.put(pair.text("name").orElse(""), pair.text("value").orElse(""));
                        });
        return all;
    }

    private static List<Tree> items(String file, Tree tree, String name) {
        if (tree instanceof Sequence sequence) {
            return sequence.items();
        }
        throw fault(file, name + ": a list was expected");
    }

    private static void known(String file, Mapping fields, String path, Set<String> names) {
        for (var entry : fields.entries()) {
            if (!names.contains(entry.key())) {
                throw fault(
                        file,
                        "strict decoding error: unknown field \"" + path + entry.key() + "\"");
            }
        }
    }

    private static CredentialProviderException fault(String file, String what) {
        return new CredentialProviderException("error decoding config \"" + file + "\": " + what);
    }
}
