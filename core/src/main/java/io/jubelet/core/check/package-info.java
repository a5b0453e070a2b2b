/// Invariants that are always checked. Entry: [io.jubelet.core.check.Invariant].
@NullMarked
package io.jubelet.core.check;

import org.jspecify.annotations.NullMarked;
