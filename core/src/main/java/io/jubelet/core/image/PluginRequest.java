package io.jubelet.core.image;

import io.jubelet.model.codec.Mark;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.TreeWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a credential program is asked. Pure.
///
/// Upstream: CredentialProviderRequest of credentialprovider.kubelet.k8s.io.
final class PluginRequest {
    private static final Mark NOWHERE = new Mark("", 1, 1);

    private PluginRequest() {}

    /// @param proof what it is shown of the pod's service account, if anything
    static byte[] text(String apiVersion, String repository, Optional<AccountProof> proof) {
        var text = new StringBuilder("{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":");
        text.append(quoted(apiVersion)).append(",\"image\":").append(quoted(repository));
        proof.ifPresent(
                shown -> {
                    text.append(",\"serviceAccountToken\":").append(quoted(shown.token()));
                    if (!shown.annotations().isEmpty()) {
                        text.append(",\"serviceAccountAnnotations\":")
                                .append(object(shown.annotations()));
                    }
                });
        return text.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String object(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(it -> quoted(it.getKey()) + ":" + quoted(it.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        return TreeWriter.toJson(new Tree.Scalar(Tree.Kind.STRING, text, NOWHERE));
    }
}
