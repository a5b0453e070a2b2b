@NullMarked
package io.jubelet.core.objects;

import org.jspecify.annotations.NullMarked;
