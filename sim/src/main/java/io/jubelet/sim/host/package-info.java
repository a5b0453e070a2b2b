/// The machine in memory: manifests and pod folders. Entry:
/// [io.jubelet.sim.host.FakeManifestFolder]. Imports `schedule`.
@NullMarked
package io.jubelet.sim.host;

import org.jspecify.annotations.NullMarked;
