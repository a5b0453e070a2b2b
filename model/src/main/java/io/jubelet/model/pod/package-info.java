/// Small pure facts about one pod that every part of the agent asks for: its class of service,
/// its names, the hash of a container.
///
/// Entry classes: [io.jubelet.model.pod.QosClass], [io.jubelet.model.pod.ContainerHash],
/// [io.jubelet.model.pod.PodNames]. May import: the generated messages, `model.quantity`.
@NullMarked
package io.jubelet.model.pod;

import org.jspecify.annotations.NullMarked;
