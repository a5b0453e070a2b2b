/// Feature gates: which exist, how they are set, and what is on in the end.
///
/// Entry class: [io.jubelet.config.gate.FeatureGates].
/// May import: `java.base` and `io.jubelet.log`.
@NullMarked
package io.jubelet.config.gate;

import org.jspecify.annotations.NullMarked;
