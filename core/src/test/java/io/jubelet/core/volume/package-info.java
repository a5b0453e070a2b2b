/// Tests of volumes.
@NullMarked
package io.jubelet.core.volume;

import org.jspecify.annotations.NullMarked;
