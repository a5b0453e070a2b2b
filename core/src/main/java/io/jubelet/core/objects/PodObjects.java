package io.jubelet.core.objects;

import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.api.node.RuntimeClass;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Optional;

/// All objects of the cluster that a pod may name. No method but one blocks: what is not known yet
/// is asked for, and the pod is poked when it is.
///
/// ```
///   objects.register(pod);
///   switch (objects.secret(name)) { case Found … case Missing … }   // again at every turn
///   objects.unregister(pod.uid());
/// ```
///
/// Thread: any.
public interface PodObjects {
    /// The pod is to run: what it names is kept from now on. Again when the pod has changed.
    void register(DesiredPod pod);

    /// Nothing of the pod needs its objects any more.
    void unregister(PodUid pod);

    ObjectAnswer<Secret> secret(ObjectName name);

    ObjectAnswer<ConfigMap> configMap(ObjectName name);

    ObjectAnswer<RuntimeClass> runtimeClass(String name);

    /// All services that have an address of their own; empty until they were heard once.
    Optional<List<Service>> services();

    /// A token for a service account, made for the pod that the request is bound to.
    ///
    /// @param account whose token
    ServiceTokens.Answer token(ObjectName account, TokenRequest request);

    /// The same for who can wait: blocks until the API server has answered, for a minute at most.
    ServiceTokens.Answer awaitToken(ObjectName account, TokenRequest request);

    /// Of an agent without a cluster: nothing is there.
    PodObjects NONE =
            new PodObjects() {
                @Override
                public void register(DesiredPod pod) {}

                @Override
                public void unregister(PodUid pod) {}

                @Override
                public ObjectAnswer<Secret> secret(ObjectName name) {
                    return new ObjectAnswer.Missing<>();
                }

                @Override
                public ObjectAnswer<ConfigMap> configMap(ObjectName name) {
                    return new ObjectAnswer.Missing<>();
                }

                @Override
                public ObjectAnswer<RuntimeClass> runtimeClass(String name) {
                    return new ObjectAnswer.Missing<>();
                }

                @Override
                public Optional<List<Service>> services() {
                    return Optional.of(List.of());
                }

                @Override
                public ServiceTokens.Answer token(ObjectName account, TokenRequest request) {
                    return new ServiceTokens.Answer.Failed(
                            "cannot use TokenManager when kubelet is in standalone mode");
                }

                @Override
                public ServiceTokens.Answer awaitToken(ObjectName account, TokenRequest request) {
                    return token(account, request);
                }
            };
}
