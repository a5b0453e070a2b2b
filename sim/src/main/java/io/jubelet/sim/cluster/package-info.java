/// A simulated API server: objects, versions, watches and their weather, in memory. Entry:
/// [io.jubelet.sim.cluster.FakeCluster].
@NullMarked
package io.jubelet.sim.cluster;

import org.jspecify.annotations.NullMarked;
