package io.jubelet.core.volume;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.List;

/// The objects of the API server that a pod names in its environment and volumes.
///
/// Thread: any. All but `token` answer at once from what is known; who waits is told of news.
public interface ObjectLookup {
    /// Without an API server there are no objects.
    ObjectLookup NONE = new NoObjects();

    Answer<ConfigMap> configMap(String namespace, String name);

    Answer<Secret> secret(String namespace, String name);

    /// What the runtime calls the RuntimeClass of that name; empty for its default.
    Answer<String> runtimeHandler(String runtimeClass);

    /// Every service of the cluster.
    Answer<List<Service>> services();

    /// A token of the pod's service account. May block for one request to the API server.
    ///
    /// @param audience empty for the API server's own
    Answer<Token> token(DesiredPod pod, String audience, long expirationSeconds);

    /// What is known of an object.
    sealed interface Answer<T> {
        record Found<T>(T object) implements Answer<T> {}

        /// @param problem with its name
        record Without<T>(ObjectProblem problem) implements Answer<T> {}
    }

    /// @param refreshAt when a new one is due
    record Token(String text, Tick refreshAt) {
        @Override
        public String toString() {
            return "Token[]";
        }
    }
}
