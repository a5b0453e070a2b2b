/// Tests of the rotation of logs, on a machine and a runtime that fail.
@NullMarked
package io.jubelet.sim.rotation;

import org.jspecify.annotations.NullMarked;
