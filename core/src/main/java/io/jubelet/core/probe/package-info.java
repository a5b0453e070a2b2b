/// Probes: whether containers have started, can be used and are alive. Entry:
/// [io.jubelet.core.probe.PodProbes].
@NullMarked
package io.jubelet.core.probe;

import org.jspecify.annotations.NullMarked;
