@NullMarked
package io.jubelet.config.flag;

import org.jspecify.annotations.NullMarked;
