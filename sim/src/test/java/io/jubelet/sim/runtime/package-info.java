@NullMarked
package io.jubelet.sim.runtime;

import org.jspecify.annotations.NullMarked;
