/// What pods are held to: the cgroups of the node, of the classes of service and of each pod. Enter
/// at [io.jubelet.core.cgroup.PodCgroups].
@NullMarked
package io.jubelet.core.cgroup;

import org.jspecify.annotations.NullMarked;
