package io.jubelet.core.volume;

import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.api.node.RuntimeClass;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.objects.ObjectAnswer;
import io.jubelet.core.objects.PodObjects;
import io.jubelet.core.objects.ServiceTokens;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.List;

/// The objects that pods name, from the cluster. It answers at once, tokens too: who has to wait is
/// poked when the answer is there.
///
/// Thread: any.
public final class ClusterLookup implements ObjectLookup {
    private final PodObjects objects;

    public ClusterLookup(PodObjects objects) {
        this.objects = objects;
    }

    @Override
    public Answer<ConfigMap> configMap(String namespace, String name) {
        var where = new ObjectName(namespace, name);
        return answer("configmap", where, objects.configMap(where));
    }

    @Override
    public Answer<Secret> secret(String namespace, String name) {
        var where = new ObjectName(namespace, name);
        return answer("secret", where, objects.secret(where));
    }

    @Override
    public Answer<String> runtimeHandler(String runtimeClass) {
        var where = new ObjectName("", runtimeClass);
        var known = objects.runtimeClass(runtimeClass);
        return answer("runtimeclass.node.k8s.io", where, known)
                        instanceof Answer.Without<RuntimeClass>(var problem)
                ? new Answer.Without<>(problem)
                : new Answer.Found<>(known.found().orElseThrow().getHandler());
    }

    private static <T> Answer<T> answer(String kind, ObjectName name, ObjectAnswer<T> known) {
        return known.problem(kind, name)
                .<Answer<T>>map(Answer.Without::new)
                .orElseGet(() -> new Answer.Found<>(known.found().orElseThrow()));
    }

    @Override
    public Answer<List<Service>> services() {
        return objects.services()
                .<Answer<List<Service>>>map(Answer.Found::new)
                .orElseGet(
                        () ->
                                new Answer.Without<>(
                                        new ObjectProblem.Unread(
                                                "services",
                                                "",
                                                "",
                                                "services have not yet been read at least once,"
                                                        + " cannot construct envvars")));
    }

    @Override
    public Answer<Token> token(DesiredPod pod, String audience, long expirationSeconds) {
        var identity = pod.identity();
        var account =
                new ObjectName(identity.namespace(), pod.pod().getSpec().getServiceAccountName());
        var request = TokenRequest.newBuilder();
        if (!audience.isEmpty()) {
            request.getSpecBuilder().addAudiences(audience);
        }
        request.getSpecBuilder()
                .setExpirationSeconds(expirationSeconds)
                .getBoundObjectRefBuilder()
                .setApiVersion("v1")
                .setKind("Pod")
                .setName(identity.name())
                .setUID(identity.uid().value());
        var answer = objects.token(account, request.build());
        return answer instanceof ServiceTokens.Answer.Ready(var text, var _, var refreshAt)
                ? new Answer.Found<>(new Token(text, refreshAt))
                : new Answer.Without<>(answer.problem(account).orElseThrow());
    }
}
