package io.jubelet.core.sync;

import io.jubelet.api.core.Secret;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.image.Keyring;
import io.jubelet.core.runtime.PullSecret;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The credentials that a pod brings for its images: the secrets in its `imagePullSecrets`.
///
/// Thread: the pod's worker; never blocks.
/// Upstream: kubelet_pods.go getPullSecretsForPod, credentialprovider/secrets.
final class PullSecrets {
    private final ObjectLookup objects;

    PullSecrets(ObjectLookup objects) {
        this.objects = objects;
    }

    /// What a pod brings for one image.
    sealed interface Answer {
        /// @param unusable the names of secrets that are not there or cannot be read
        record Known(List<RegistryCredential> credentials, List<String> unusable)
                implements Answer {
            public Known {
                credentials = List.copyOf(credentials);
                unusable = List.copyOf(unusable);
            }
        }

        /// The API server has not answered about one of them.
        record NotYet(ObjectProblem problem) implements Answer {}
    }

    /// @param repository the image's, with its registry
    Answer find(DesiredPod pod, String repository) {
        var keyring = new Keyring();
        var unusable = new ArrayList<String>();
        for (var reference : pod.pod().getSpec().getImagePullSecretsList()) {
            var name = reference.getName();
            if (name.isEmpty()) {
                continue;
            }
            switch (objects.secret(pod.identity().namespace(), name)) {
                case ObjectLookup.Answer.Found<Secret>(var secret) -> {
                    if (!add(keyring, secret)) {
                        unusable.add(name);
                    }
                }
                case ObjectLookup.Answer.Without<Secret>(var problem) -> {
                    // A pod of a file never waits for the API server.
                    if (problem instanceof ObjectProblem.Unread && !pod.isStatic()) {
                        return new Answer.NotYet(problem);
                    }
                    unusable.add(name);
                }
            }
        }
        return new Answer.Known(keyring.find(repository), unusable);
    }

    /// Secrets of other types are none of ours, and no mistake.
    private static boolean add(Keyring keyring, Secret secret) {
        return switch (secret.getType()) {
            case "kubernetes.io/dockerconfigjson" ->
                    add(keyring, secret, ".dockerconfigjson", true);
            case "kubernetes.io/dockercfg" -> add(keyring, secret, ".dockercfg", false);
            default -> true;
        };
    }

    private static boolean add(Keyring keyring, Secret secret, String key, boolean nested) {
        var content = secret.getDataMap().get(key);
        var metadata = secret.getMetadata();
        var source =
                new PullSecret(metadata.getUid(), metadata.getNamespace(), metadata.getName(), "");
        return content == null
                || content.isEmpty()
                || keyring.add(content.toByteArray(), nested, Optional.of(source));
    }
}
