/// Checks of the code as a whole: its layers and its tidiness.
@NullMarked
package io.jubelet.checks;

import org.jspecify.annotations.NullMarked;
