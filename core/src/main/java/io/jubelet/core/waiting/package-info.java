/// Every wait of the agent as a value. Entry: [io.jubelet.core.waiting.Wait].
@NullMarked
package io.jubelet.core.waiting;

import org.jspecify.annotations.NullMarked;
