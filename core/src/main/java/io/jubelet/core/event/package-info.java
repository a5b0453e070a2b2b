/// Events: what people read of a pod or the node with kubectl. Entry:
/// [io.jubelet.core.event.EventRecorder].
@NullMarked
package io.jubelet.core.event;

import org.jspecify.annotations.NullMarked;
