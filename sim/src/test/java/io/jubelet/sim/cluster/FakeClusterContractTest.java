package io.jubelet.sim.cluster;

import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.sim.contract.ClusterApiContract;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;

/// The simulated API server keeps the contract.
class FakeClusterContractTest extends ClusterApiContract {
    @Override
    protected World open() {
        var scheduler = new SimScheduler(7, Pace.STEADY);
        var session = scheduler.attach("test");
        var cluster = new FakeCluster(scheduler, new Seeded(7), Latency.NORMAL);
        return new Simulated(session, cluster);
    }

    private record Simulated(SimScheduler.Session session, FakeCluster cluster) implements World {
        @Override
        public ClusterApi api() {
            return cluster;
        }

        @Override
        public ClusterApi stranger() {
            var stranger = cluster.connection();
            stranger.faults().forbid(ApiResource.SECRETS);
            return stranger;
        }

        @Override
        public void forgetHistory() {
            cluster.model().compact();
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
