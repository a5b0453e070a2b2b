/// Tests of probes on real sockets.
@NullMarked
package io.jubelet.adapters.probe;

import org.jspecify.annotations.NullMarked;
