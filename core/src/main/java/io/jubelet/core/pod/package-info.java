/// Pod workers: one virtual thread per pod over a typed state machine.
/// Entry: [io.jubelet.core.pod.PodWorkers].
@NullMarked
package io.jubelet.core.pod;

import org.jspecify.annotations.NullMarked;
