@NullMarked
package io.jubelet.config.logging;

import org.jspecify.annotations.NullMarked;
