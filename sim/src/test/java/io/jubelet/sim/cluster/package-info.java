@NullMarked
package io.jubelet.sim.cluster;

import org.jspecify.annotations.NullMarked;
