package io.jubelet.core.volume;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.List;

/// What a node without an API server knows of objects: nothing, and no services at all.
///
/// Thread: any.
final class NoObjects implements ObjectLookup {
    private static final String WHY = ", no kubeClient defined";

    @Override
    public Answer<ConfigMap> configMap(String namespace, String name) {
        return unread("configmap", namespace, name, "couldn't get configMap ");
    }

    @Override
    public Answer<Secret> secret(String namespace, String name) {
        return unread("secret", namespace, name, "couldn't get secret ");
    }

    @Override
    public Answer<String> runtimeHandler(String runtimeClass) {
        return new Answer.Without<>(
                new ObjectProblem.Unread(
                        "runtimeclass",
                        "",
                        runtimeClass,
                        "failed to lookup RuntimeClass " + runtimeClass + WHY));
    }

    @Override
    public Answer<List<Service>> services() {
        return new Answer.Found<>(List.of());
    }

    @Override
    public Answer<Token> token(DesiredPod pod, String audience, long expirationSeconds) {
        var account = pod.pod().getSpec().getServiceAccountName();
        return unread(
                "serviceaccount token",
                pod.identity().namespace(),
                account,
                "cannot use TokenManager when kubelet is in standalone mode: ");
    }

    private static <T> Answer<T> unread(String kind, String namespace, String name, String what) {
        return new Answer.Without<>(
                new ObjectProblem.Unread(
                        kind, namespace, name, what + namespace + "/" + name + WHY));
    }
}
