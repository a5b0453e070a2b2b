@NullMarked
package io.jubelet.sim.host;

import org.jspecify.annotations.NullMarked;
