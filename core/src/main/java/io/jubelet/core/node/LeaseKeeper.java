package io.jubelet.core.node;

import io.jubelet.api.coordination.Lease;
import io.jubelet.api.coordination.LeaseSpec;
import io.jubelet.api.core.Node;
import io.jubelet.api.meta.MicroTime;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.OwnerReference;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.reflection.Outages;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;

/// Renews this node's lease: the sign of life that the cluster looks at. It has a thread and a
/// connection of its own, so that nothing else that is slow makes the node look dead.
///
/// Thread: its own, `node-lease`.
/// Upstream: component-helpers apimachinery/lease/controller.go, kubelet/util/nodelease.go.
final class LeaseKeeper {
    static final String NAMESPACE = "kube-node-lease";
    private static final String ASKER = "lease";
    private static final Log LOG = Log.of(LeaseKeeper.class);
    private static final int TRIES = 5;
    private static final Duration FIRST_RETRY = Duration.ofMillis(200);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(7);
    private static final double JITTER = 0.04;

    /// So many of our own renewals are known again when the lease comes back.
    private static final int REMEMBERED = 2 * TRIES;

    private final Execution execution;
    private final ClusterApi api;
    private final NodeRecord node;
    private final ObjectName name;
    private final int seconds;
    private final Neighbours neighbours;
    private final Signal wake;
    private final LastReason last = new LastReason();
    private final ArrayDeque<MicroTime> sent = new ArrayDeque<>();
    private Optional<Lease> latest = Optional.empty();
    private boolean renewedOnce;

    /// Who is told of what.
    ///
    /// @param onRepeatedFailure closes connections that may be dead
    record Neighbours(NodeRivals rivals, Outages outages, Runnable onRepeatedFailure) {}

    LeaseKeeper(
            Execution execution,
            ClusterApi api,
            NodeRecord node,
            NodeSettings settings,
            Neighbours neighbours) {
        this.execution = execution;
        this.api = api;
        this.node = node;
        this.name = new ObjectName(NAMESPACE, settings.identity().name());
        this.seconds = settings.reporting().leaseSeconds();
        this.neighbours = neighbours;
        this.wake = execution.signal("node-lease");
    }

    void start() {
        execution.start(ThreadKind.SERVICE, "node-lease", this::run);
    }

    private void run() {
        while (true) {
            renew();
            wake.await(period());
        }
    }

    private Duration period() {
        var nanos = Duration.ofSeconds(seconds).toNanos() / 4;
        return Duration.ofNanos((long) (nanos * (1 + JITTER * execution.random())));
    }

    private void renew() {
        if (latest.isPresent() && update(latest.get())) {
            return;
        }
        var found = ensure();
        latest = found.map(Found::lease);
        if (found.isPresent() && !found.get().created() && !update(found.get().lease())) {
            LOG.warning("Will retry updating lease", "lease", name, "interval", period());
        }
    }

    /// A lease in the cluster.
    private record Found(Lease lease, boolean created) {}

    /// Goes on until the cluster has a lease; empty when the node it belongs to is not there.
    private Optional<Found> ensure() {
        var wait = FIRST_RETRY;
        while (true) {
            try {
                var found = findOrCreate();
                last.forget();
                return found;
            } catch (ApiCallException failure) {
                tell("Failed to ensure lease exists, will retry", failure);
                wake.await(wait);
                var doubled = wait.multipliedBy(2);
                wait = doubled.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : doubled;
            }
        }
    }

    /// Once for every reason; what goes on failing is for those who look closely.
    private void tell(String what, ApiCallException failure) {
        if (failure.code() == ApiCallException.Code.UNAUTHORIZED) {
            // Who asks only seldom would learn of it late: watches that are open go on.
            neighbours.outages().failed(ASKER, failure);
        }
        if (last.isNews(failure.reason())) {
            LOG.error(null, what, "err", failure.reason(), "lease", name);
        } else {
            LOG.v(2).info(what, "reason", failure.reason(), "lease", name);
        }
    }

    private Optional<Found> findOrCreate() {
        try {
            return Optional.of(new Found(api.get(ApiResource.LEASES, name), false));
        } catch (ApiCallException failure) {
            if (failure.code() != ApiCallException.Code.NOT_FOUND) {
                throw failure;
            }
        }
        var wanted = owned(blank());
        if (wanted.getMetadata().getOwnerReferencesCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                new Found(api.create(ApiResource.LEASES, name.namespace(), wanted), true));
    }

    private boolean update(Lease base) {
        var newest = base;
        for (var tries = 0; tries < TRIES; tries++) {
            try {
                latest = Optional.of(api.update(ApiResource.LEASES, name, owned(renewed(newest))));
                succeeded(tries == 0);
                return true;
            } catch (ApiCallException failure) {
                if (failure.code() == ApiCallException.Code.CONFLICT) {
                    LOG.v(2).info("Somebody else changed the lease", "lease", name);
                    var found = ensure();
                    if (found.isEmpty()) {
                        return false;
                    }
                    newest = found.get().lease();
                    compare(newest);
                    continue;
                }
                tell("Failed to update lease", failure);
                if (tries > 0) {
                    neighbours.onRepeatedFailure().run();
                }
            }
        }
        return false;
    }

    private void succeeded(boolean atOnce) {
        last.forget();
        neighbours.outages().succeeded(ASKER);
        renewedOnce = true;
        if (atOnce) {
            neighbours.rivals().renewedByUsAlone();
        }
    }

    /// Whose is the renewal that we did not know of? One of ours, if its answer was lost; and what
    /// stood there before our first is a predecessor's.
    private void compare(Lease found) {
        if (renewedOnce && !sent.contains(found.getSpec().getRenewTime())) {
            neighbours.rivals().renewedByAnother();
        }
    }

    private Lease blank() {
        var metadata = ObjectMeta.newBuilder().setName(name.name()).setNamespace(name.namespace());
        var spec = LeaseSpec.newBuilder().setHolderIdentity(name.name());
        return renewed(Lease.newBuilder().setMetadata(metadata).setSpec(spec).build());
    }

    /// Who holds it stays as it is, as upstream leaves it.
    private Lease renewed(Lease lease) {
        var now = execution.now();
        var time =
                MicroTime.newBuilder()
                        .setSeconds(now.getEpochSecond())
                        .setNanos(now.getNano() / 1000 * 1000)
                        .build();
        sent.addLast(time);
        if (sent.size() > REMEMBERED) {
            sent.removeFirst();
        }
        var renewed = lease.toBuilder();
        renewed.getSpecBuilder().setLeaseDurationSeconds(seconds).setRenewTime(time);
        return renewed.build();
    }

    /// With the node as its owner, so that it goes with the node. One whose owner is not known yet
    /// is renewed without.
    private Lease owned(Lease lease) {
        if (lease.getMetadata().getOwnerReferencesCount() > 0) {
            return lease;
        }
        var owner = owner();
        if (owner.isEmpty()) {
            return lease;
        }
        var reference =
                OwnerReference.newBuilder()
                        .setApiVersion("v1")
                        .setKind("Node")
                        .setName(name.name())
                        .setUid(owner.get().getMetadata().getUid());
        var owned = lease.toBuilder();
        owned.getMetadataBuilder().addOwnerReferences(reference);
        return owned.build();
    }

    private Optional<Node> owner() {
        var known = node.node();
        if (known.isPresent()) {
            return known;
        }
        try {
            return Optional.of(api.get(ApiResource.NODES, ObjectName.ofCluster(name.name())));
        } catch (ApiCallException failure) {
            LOG.warning(
                    "Failed to get node when trying to set owner ref to the node lease",
                    "node",
                    name.name(),
                    "reason",
                    failure.reason());
            return Optional.empty();
        }
    }
}
