/// The whole agent on virtual time and fake ports, driven by a seed. Entry:
/// [io.jubelet.sim.Simulation]; [io.jubelet.sim.Churn] runs a seed. Imports all of sim.
@NullMarked
package io.jubelet.sim;

import org.jspecify.annotations.NullMarked;
