@NullMarked
package io.jubelet.sim.objects;

import org.jspecify.annotations.NullMarked;
