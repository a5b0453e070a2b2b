/// The node in its cluster, on virtual time.
@NullMarked
package io.jubelet.sim.node;

import org.jspecify.annotations.NullMarked;
