/// The volumes of pods: what must be mounted, what is, and who waits for it. Entry:
/// [io.jubelet.core.volume.PodVolumes].
@NullMarked
package io.jubelet.core.volume;

import org.jspecify.annotations.NullMarked;
