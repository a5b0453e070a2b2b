@NullMarked
package io.jubelet.sim;

import org.jspecify.annotations.NullMarked;
