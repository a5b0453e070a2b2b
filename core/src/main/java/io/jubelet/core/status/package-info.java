/// Pod status as a pure calculation and the place where the last one is kept.
/// Entry: [io.jubelet.core.status.StatusCalculator].
@NullMarked
package io.jubelet.core.status;

import org.jspecify.annotations.NullMarked;
