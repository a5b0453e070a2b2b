@NullMarked
package io.jubelet.log;

import org.jspecify.annotations.NullMarked;
