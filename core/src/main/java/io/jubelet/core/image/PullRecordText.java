package io.jubelet.core.image;

import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.PullSecret;
import io.jubelet.model.codec.DecodeException;
import io.jubelet.model.codec.Mark;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.TreeWriter;
import io.jubelet.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Records of pulls as the Go kubelet writes and reads them. Pure.
///
/// Upstream: kubelet.config.k8s.io/v1beta1 ImagePullIntent and ImagePulledRecord, whose older
/// v1alpha1 has the same fields; pullmanager/fs_pullrecords.go.
final class PullRecordText {
    private static final String VERSION = "kubelet.config.k8s.io/v1beta1";
    private static final List<String> VERSIONS = List.of(VERSION, "kubelet.config.k8s.io/v1alpha1");
    private static final Mark NOWHERE = new Mark("", 1, 1);
    private static final String INTENT = "ImagePullIntent";
    private static final String RECORD = "ImagePulledRecord";

    private PullRecordText() {}

    /// The name of the file about an image or a reference of one.
    static String fileName(String about) {
        return "sha256-" + hash(about);
    }

    static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var bytes = digest.digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// What identifies a credential without telling it.
    ///
    /// Upstream: credentialprovider/keyring.go hashAuthConfig.
    static String hash(String user, String password, String email) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("username", user);
        fields.put("password", password);
        fields.put("email", email);
        fields.values().removeIf(String::isEmpty);
        return hash(object(fields, PullRecordText::quoted));
    }

    static String intent(String image) {
        return "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"image\":%s}\n"
                .formatted(INTENT, VERSION, quoted(image));
    }

    /// The image that somebody meant to pull; empty if the text is none of these.
    static Optional<String> intentOf(String text) {
        return object(text, INTENT).flatMap(it -> it.text("image"));
    }

    static String text(PulledRecord record) {
        var credentials = record.credentials();
        return "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"lastUpdatedTime\":%s,\"imageRef\":%s%s}\n"
                .formatted(
                        RECORD,
                        VERSION,
                        quoted(record.updated().truncatedTo(ChronoUnit.SECONDS).toString()),
                        quoted(record.reference()),
                        credentials.isEmpty()
                                ? ""
                                : ",\"credentialMapping\":"
                                        + object(credentials, PullRecordText::text));
    }

    private static String text(PullCredentials credentials) {
        var fields = new LinkedHashMap<String, String>();
        if (!credentials.secrets().isEmpty()) {
            fields.put(
                    "kubernetesSecrets",
                    list(
                            credentials.secrets(),
                            it ->
                                    fields(
                                            "uid",
                                            it.uid(),
                                            "namespace",
                                            it.namespace(),
                                            "name",
                                            it.name(),
                                            "credentialHash",
                                            it.credentialHash())));
        }
        if (!credentials.serviceAccounts().isEmpty()) {
            fields.put(
                    "kubernetesServiceAccounts",
                    list(
                            credentials.serviceAccounts(),
                            it ->
                                    fields(
                                            "uid",
                                            it.uid(),
                                            "namespace",
                                            it.namespace(),
                                            "name",
                                            it.name())));
        }
        if (credentials.everybody()) {
            fields.put("nodePodsAccessible", "true");
        }
        return object(fields, it -> it);
    }

    private static <T> String list(List<T> items, Function<T, String> text) {
        return items.stream().map(text).collect(Collectors.joining(",", "[", "]"));
    }

    private static String fields(String... keysAndValues) {
        var fields = new LinkedHashMap<String, String>();
        for (var index = 0; index < keysAndValues.length; index += 2) {
            fields.put(keysAndValues[index], keysAndValues[index + 1]);
        }
        return object(fields, PullRecordText::quoted);
    }

    private static <T> String object(Map<String, T> fields, Function<T, String> text) {
        return fields.entrySet().stream()
                .map(it -> quoted(it.getKey()) + ":" + text.apply(it.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        return TreeWriter.toJson(new Tree.Scalar(Tree.Kind.STRING, text, NOWHERE));
    }

    /// The record in a file; empty if it is none.
    static Optional<PulledRecord> recordOf(String text) {
        try {
            return object(text, RECORD).flatMap(PullRecordText::record);
        } catch (DateTimeParseException | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static Optional<PulledRecord> record(Tree.Mapping record) {
        var reference = record.text("imageRef").filter(it -> !it.isEmpty());
        var credentials = new LinkedHashMap<String, PullCredentials>();
        for (var mapping : record.find("credentialMapping").stream().toList()) {
            for (var entry : mappingOf(mapping).entries()) {
                credentials.put(entry.key(), credentials(mappingOf(entry.value())));
            }
        }
        var updated = record.text("lastUpdatedTime").map(Instant::parse).orElse(Instant.EPOCH);
        return reference.map(it -> new PulledRecord(updated, it, credentials));
    }

    private static PullCredentials credentials(Tree.Mapping fields) {
        var everybody =
                fields.find("nodePodsAccessible")
                        .filter(it -> it instanceof Tree.Scalar(_, var text, _) && isTrue(text))
                        .isPresent();
        return new PullCredentials(
                items(
                        fields,
                        "kubernetesSecrets",
                        it ->
                                new PullSecret(
                                        word(it, "uid"),
                                        word(it, "namespace"),
                                        word(it, "name"),
                                        word(it, "credentialHash"))),
                items(
                        fields,
                        "kubernetesServiceAccounts",
                        it ->
                                new PullAccount(
                                        word(it, "uid"), word(it, "namespace"), word(it, "name"))),
                everybody);
    }

    private static boolean isTrue(String text) {
        return text.equals("true");
    }

    private static <T> List<T> items(
            Tree.Mapping fields, String key, Function<Tree.Mapping, T> item) {
        return fields.find(key).stream()
                .flatMap(it -> sequenceOf(it).items().stream())
                .map(it -> item.apply(mappingOf(it)))
                .toList();
    }

    private static String word(Tree.Mapping fields, String key) {
        return fields.text(key).orElse("");
    }

    private static Tree.Sequence sequenceOf(Tree tree) {
        if (tree instanceof Tree.Sequence sequence) {
            return sequence;
        }
        throw new IllegalArgumentException("not a list");
    }

    private static Tree.Mapping mappingOf(Tree tree) {
        if (tree instanceof Tree.Mapping mapping) {
            return mapping;
        }
        throw new IllegalArgumentException("not an object");
    }

    private static Optional<Tree.Mapping> object(String text, String kind) {
        try {
            var documents = Yaml.documents("pull record", text.getBytes(StandardCharsets.UTF_8));
            return documents.size() == 1 && documents.getFirst() instanceof Tree.Mapping object
                    ? Optional.of(object)
                            .filter(it -> it.text("kind").filter(kind::equals).isPresent())
                            .filter(it -> VERSIONS.contains(word(it, "apiVersion")))
                    : Optional.empty();
        } catch (DecodeException | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }
}
