package io.jubelet.sim.planted;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectList;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;

/// An API server that does what another does: faults change one thing of it.
class ForwardingCluster implements ClusterApi {
    private final ClusterApi honest;

    ForwardingCluster(ClusterApi honest) {
        this.honest = honest;
    }

    @Override
    public <T extends Message> T get(ApiResource<T> resource, ObjectName name) {
        return honest.get(resource, name);
    }

    @Override
    public <T extends Message> ObjectList<T> list(
            ApiResource<T> resource, Selection selection, Staleness staleness) {
        return honest.list(resource, selection, staleness);
    }

    @Override
    public <T extends Message> ObjectWatch<T> watch(
            ApiResource<T> resource, Selection selection, String fromVersion, Duration atMost) {
        return honest.watch(resource, selection, fromVersion, atMost);
    }

    @Override
    public <T extends Message> T create(ApiResource<T> resource, String namespace, T object) {
        return honest.create(resource, namespace, object);
    }

    @Override
    public <T extends Message> T createFor(ApiResource<T> resource, ObjectName owner, T object) {
        return honest.createFor(resource, owner, object);
    }

    @Override
    public <T extends Message> T update(ApiResource<T> resource, ObjectName name, T object) {
        return honest.update(resource, name, object);
    }

    @Override
    public <T extends Message> T patch(ApiResource<T> resource, ObjectName name, Patch patch) {
        return honest.patch(resource, name, patch);
    }

    @Override
    public void delete(ApiResource<?> resource, ObjectName name, Deletion deletion) {
        honest.delete(resource, name, deletion);
    }
}
