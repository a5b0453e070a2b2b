/// Tests of probes.
@NullMarked
package io.jubelet.core.probe;

import org.jspecify.annotations.NullMarked;
