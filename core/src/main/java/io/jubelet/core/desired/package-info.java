/// The pod as somebody wants it. Entry: [io.jubelet.core.desired.DesiredPod].
@NullMarked
package io.jubelet.core.desired;

import org.jspecify.annotations.NullMarked;
