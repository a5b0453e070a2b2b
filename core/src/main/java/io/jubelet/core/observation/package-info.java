/// What the runtime was last seen to hold, with one owner. Entry: [io.jubelet.core.observation.ObservedPods].
@NullMarked
package io.jubelet.core.observation;

import org.jspecify.annotations.NullMarked;
