package io.jubelet.core.objects;

import com.google.protobuf.Message;
import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Secret;
import io.jubelet.api.core.Service;
import io.jubelet.api.node.RuntimeClass;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.reflection.Reflector;
import io.jubelet.core.reflection.Reflector.Subject;
import io.jubelet.core.reflection.Snapshot;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The objects that this node's pods name, from the API server.
///
/// ```
///   secrets, config maps   one watch an object, for as long as a pod names it
///   services, run-time classes   one list each
///   tokens   asked for, and renewed in time
/// ```
///
/// Thread: any; those of its parts.
/// Upstream: secret/, configmap/, runtimeclass/, token/ and kubelet.go's service lister.
public final class ClusterObjects implements PodObjects {
    /// Upstream's time to live of the strategy Cache where the node names none.
    private static final Duration DEFAULT_TTL = Duration.ofMinutes(1);

    /// A secret is never kept for nobody.
    private static final Duration CONFIG_MAPS_UNNAMED = Duration.ofMinutes(1);

    private final ObjectCache<Secret> secrets;
    private final ObjectCache<ConfigMap> configMaps;
    private final ServiceTokens tokens;
    private final Reflector<Service> services;
    private final Reflector<RuntimeClass> runtimeClasses;
    private final Consumer<Set<PodUid>> poke;
    private final Set<PodUid> registered = ConcurrentHashMap.newKeySet();
    private final Set<PodUid> withRuntimeClass = ConcurrentHashMap.newKeySet();
    private volatile boolean servicesHeard;
    private volatile Optional<ApiCallException> classFailure = Optional.empty();

    /// @param poke who is told whose objects changed; must not block
    public ClusterObjects(
            Execution execution,
            ClusterApi api,
            Outages outages,
            ChangeDetection detection,
            Consumer<Set<PodUid>> poke) {
        var parts = new Parts(execution, api, outages, detection, poke);
        this.poke = poke;
        this.secrets = parts.cache(ApiResource.SECRETS, Secret::getImmutable, Duration.ZERO);
        this.configMaps =
                parts.cache(ApiResource.CONFIG_MAPS, ConfigMap::getImmutable, CONFIG_MAPS_UNNAMED);
        this.tokens = new ServiceTokens(execution, api, poke);
        this.services =
                new Reflector<>(
                        execution,
                        api,
                        outages,
                        Subject.ofNode(
                                ApiResource.SERVICES,
                                Selection.byFields("spec.clusterIP!=None"),
                                "services"),
                        this::servicesChanged);
        this.runtimeClasses =
                new Reflector<>(
                        execution,
                        api,
                        outages,
                        Subject.ofNode(
                                ApiResource.RUNTIME_CLASSES, Selection.ALL, "runtimeclasses"),
                        new ClassListener());
    }

    private record Parts(
            Execution execution,
            ClusterApi api,
            Outages outages,
            ChangeDetection detection,
            Consumer<Set<PodUid>> poke) {
        <T extends Message> ObjectCache<T> cache(
                ApiResource<T> resource, Predicate<T> immutable, Duration keptUnnamed) {
            return switch (detection) {
                case WATCH ->
                        new WatchedObjects<>(
                                execution, api, outages, resource, immutable, keptUnnamed, poke);
                case CACHE ->
                        new FetchedObjects<>(execution, api, resource, () -> DEFAULT_TTL, poke);
                case GET ->
                        new FetchedObjects<>(
                                execution, api, resource, () -> FetchedObjects.AT_ONCE, poke);
            };
        }
    }

    /// Starts the lists that every node has.
    public void start() {
        services.start();
        runtimeClasses.start();
    }

    @Override
    public void register(DesiredPod pod) {
        var names = PodReferencesCalculator.of(pod.pod());
        registered.add(pod.uid());
        if (!pod.pod().getSpec().getRuntimeClassName().isEmpty()) {
            withRuntimeClass.add(pod.uid());
        }
        secrets.register(pod.uid(), names.secrets());
        configMaps.register(pod.uid(), names.configMaps());
    }

    @Override
    public void unregister(PodUid pod) {
        registered.remove(pod);
        withRuntimeClass.remove(pod);
        secrets.unregister(pod);
        configMaps.unregister(pod);
        tokens.forget(pod);
    }

    @Override
    public ObjectAnswer<Secret> secret(ObjectName name) {
        return secrets.find(name);
    }

    @Override
    public ObjectAnswer<ConfigMap> configMap(ObjectName name) {
        return configMaps.find(name);
    }

    @Override
    public ObjectAnswer<RuntimeClass> runtimeClass(String name) {
        var known = runtimeClasses.current();
        if (known.isPresent()) {
            return known.get()
                    .find(ObjectName.ofCluster(name))
                    .<ObjectAnswer<RuntimeClass>>map(ObjectAnswer.Found::new)
                    .orElseGet(ObjectAnswer.Missing::new);
        }
        return classFailure
                .<ObjectAnswer<RuntimeClass>>map(
                        failure ->
                                failure.code() == Code.FORBIDDEN
                                        ? new ObjectAnswer.Forbidden<>(failure.reason())
                                        : new ObjectAnswer.NotHeardYet<>(failure.reason()))
                .orElseGet(() -> new ObjectAnswer.NotHeardYet<>(""));
    }

    @Override
    public Optional<List<Service>> services() {
        return services.current().map(Snapshot::all);
    }

    @Override
    public ServiceTokens.Answer token(ObjectName account, TokenRequest request) {
        return tokens.find(account, request);
    }

    @Override
    public ServiceTokens.Answer awaitToken(ObjectName account, TokenRequest request) {
        var pod = new PodUid(request.getSpec().getBoundObjectRef().getUID());
        return tokens.await(account, request, () -> registered.contains(pod));
    }

    /// Pods wait for the first list only: what a running pod was told of services never changes.
    private void servicesChanged(Snapshot<Service> newest) {
        if (!servicesHeard) {
            servicesHeard = true;
            poke.accept(Set.copyOf(registered));
        }
    }

    private final class ClassListener implements Reflector.Listener<RuntimeClass> {
        @Override
        public void changed(Snapshot<RuntimeClass> objects) {
            classFailure = Optional.empty();
            poke.accept(Set.copyOf(withRuntimeClass));
        }

        @Override
        public void failed(ApiCallException failure) {
            classFailure = Optional.of(failure);
        }
    }
}
