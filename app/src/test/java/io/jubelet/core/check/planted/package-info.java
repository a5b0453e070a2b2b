/// A fault planted for the layer test.
@NullMarked
package io.jubelet.core.check.planted;

import org.jspecify.annotations.NullMarked;
