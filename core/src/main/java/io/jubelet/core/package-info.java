/// The agent as a whole. Entry: [io.jubelet.core.Agent].
@NullMarked
package io.jubelet.core;

import org.jspecify.annotations.NullMarked;
