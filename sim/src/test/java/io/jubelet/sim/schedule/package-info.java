@NullMarked
package io.jubelet.sim.schedule;

import org.jspecify.annotations.NullMarked;
