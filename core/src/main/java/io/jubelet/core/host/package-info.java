/// Ports to the machine that are not the container runtime. Entry: [io.jubelet.core.host.PodFiles].
@NullMarked
package io.jubelet.core.host;

import org.jspecify.annotations.NullMarked;
