@NullMarked
package io.jubelet.sim.reflection;

import org.jspecify.annotations.NullMarked;
