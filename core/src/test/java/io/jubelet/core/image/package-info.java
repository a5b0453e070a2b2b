/// Tests of images.
@NullMarked
package io.jubelet.core.image;

import org.jspecify.annotations.NullMarked;
