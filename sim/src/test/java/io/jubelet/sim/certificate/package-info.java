/// The node's certificates over virtual months.
@NullMarked
package io.jubelet.sim.certificate;

import org.jspecify.annotations.NullMarked;
