/// Probes and hooks over the network and in containers. Entry:
/// [io.jubelet.adapters.probe.SystemProber].
@NullMarked
package io.jubelet.adapters.probe;

import org.jspecify.annotations.NullMarked;
