@NullMarked
package io.jubelet.core.reflection;

import org.jspecify.annotations.NullMarked;
