/// The objects of the cluster that pods name: secrets, config maps, services, run-time classes,
/// tokens. Entry: [io.jubelet.core.objects.PodObjects].
@NullMarked
package io.jubelet.core.objects;

import org.jspecify.annotations.NullMarked;
