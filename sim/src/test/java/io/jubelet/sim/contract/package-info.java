/// Suites that every implementation of a port must pass, the simulated and the real one alike.
/// Entry: [io.jubelet.sim.contract.ContainerRuntimeContract].
@NullMarked
package io.jubelet.sim.contract;

import org.jspecify.annotations.NullMarked;
