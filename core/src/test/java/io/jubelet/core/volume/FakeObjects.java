package io.jubelet.core.volume;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A few objects in memory.
public final class FakeObjects implements ObjectLookup {
    private final Map<String, ConfigMap> configMaps = new HashMap<>();
    private final Map<String, Secret> secrets = new HashMap<>();
    private final List<Service> services = new ArrayList<>();

    public FakeObjects configMap(String namespace, String name, Map<String, String> data) {
        configMaps.put(namespace + "/" + name, ConfigMap.newBuilder().putAllData(data).build());
        return this;
    }

    public FakeObjects secret(String namespace, String name, Map<String, String> data) {
        var secret = Secret.newBuilder();
        data.forEach((key, text) -> secret.putData(key, ByteString.copyFromUtf8(text)));
        secrets.put(namespace + "/" + name, secret.build());
        return this;
    }

    public FakeObjects service(Service service) {
        services.add(service);
        return this;
    }

    @Override
    public Answer<ConfigMap> configMap(String namespace, String name) {
        return answer("configmap", namespace, name, configMaps);
    }

    @Override
    public Answer<Secret> secret(String namespace, String name) {
        return answer("secret", namespace, name, secrets);
    }

    private static <T> Answer<T> answer(
            String kind, String namespace, String name, Map<String, T> objects) {
        var found = objects.get(namespace + "/" + name);
        return found == null
                ? new Answer.Without<>(new ObjectProblem.Missing(kind, namespace, name))
                : new Answer.Found<>(found);
    }

    @Override
    public Answer<String> runtimeHandler(String runtimeClass) {
        return runtimeClass.equals("gvisor")
                ? new Answer.Found<>("runsc")
                : new Answer.Without<>(
                        new ObjectProblem.Missing("runtimeclass.node.k8s.io", "", runtimeClass));
    }

    /// A secret of that type.
    public FakeObjects pullSecret(String namespace, String name, String type, String content) {
        var key = type.substring("kubernetes.io/".length());
        secrets.put(
                namespace + "/" + name,
                Secret.newBuilder()
                        .setType(type)
                        .putData("." + key, ByteString.copyFromUtf8(content))
                        .build());
        return this;
    }

    @Override
    public Answer<List<Service>> services() {
        return new Answer.Found<>(List.copyOf(services));
    }

    @Override
    public Answer<Token> token(DesiredPod pod, String audience, long expirationSeconds) {
        return new Answer.Found<>(new Token("token for " + audience, new Tick(expirationSeconds)));
    }
}
