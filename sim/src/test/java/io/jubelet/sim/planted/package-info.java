/// Bugs on purpose, between the agent and its ports: proof that the simulation finds such bugs.
/// Entry: [io.jubelet.sim.planted.PlantedFaultsTest].
@NullMarked
package io.jubelet.sim.planted;

import org.jspecify.annotations.NullMarked;
