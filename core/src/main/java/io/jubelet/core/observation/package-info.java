/// What the runtime was last seen to hold. Entry: [io.jubelet.core.observation.Relister].
@NullMarked
package io.jubelet.core.observation;

import org.jspecify.annotations.NullMarked;
