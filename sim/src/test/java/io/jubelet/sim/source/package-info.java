@NullMarked
package io.jubelet.sim.source;

import org.jspecify.annotations.NullMarked;
