package io.jubelet.core.certificate;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// The API server for those who have to log in: while the node has no certificate, every call fails
/// at once as if nobody answered, with the reason. So the agent starts before it has one, and
/// nothing else needs to know.
///
/// Thread: any.
public final class CertifiedApi implements ClusterApi {
    private final ClusterApi api;
    private final Supplier<Optional<CertificateWait>> missing;

    /// @param missing why there is no certificate; empty when there is one
    public CertifiedApi(ClusterApi api, Supplier<Optional<CertificateWait>> missing) {
        this.api = api;
        this.missing = missing;
    }

    /// The same for every connection.
    public static Cluster guard(Cluster cluster, Supplier<Optional<CertificateWait>> missing) {
        return new Cluster(
                new CertifiedApi(cluster.api(), missing),
                new CertifiedApi(cluster.events(), missing),
                new CertifiedApi(cluster.heartbeats(), missing));
    }

    private ClusterApi certified() {
        missing.get()
                .ifPresent(
                        why -> {
                            throw new ApiCallException(
                                    ApiCallException.Code.UNREACHABLE,
                                    why.code() + ": " + why.message());
                        });
        return api;
    }

    @Override
    public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
        return certified().get(resource, name);
    }

    @Override
    public <T extends Message> ObjectList<T> list(
            ApiResource<T> resource, Selection selection, Staleness staleness) {
        return certified().list(resource, selection, staleness);
    }

    @Override
    public <T extends Message> ObjectWatch<T> watch(
            ApiResource<T> resource, Selection selection, String fromVersion, Duration atMost) {
        return certified().watch(resource, selection, fromVersion, atMost);
    }

    @Override
    public <T extends Message> T create(ApiResource<T> resource, String namespace, T object) {
        return certified().create(resource, namespace, object);
    }

    @Override
    public <T extends Message> T createFor(ApiResource<T> resource, ObjectName owner, T object) {
        return certified().createFor(resource, owner, object);
    }

    @Override
    public <T extends Message> T update(ApiResource<T> resource, ObjectName name, T object) {
        return certified().update(resource, name, object);
    }

    @Override
    public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
        return certified().patch(resource, name, patch);
    }

    @Override
    public void delete(ApiResource<?> resource, ObjectName name, Deletion deletion) {
        certified().delete(resource, name, deletion);
    }
}
