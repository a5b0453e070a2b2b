/// Tests of the CRI client against a real Unix socket.
@NullMarked
package io.jubelet.adapters.cri;

import org.jspecify.annotations.NullMarked;
