@NullMarked
package io.jubelet.config.gate;

import org.jspecify.annotations.NullMarked;
