/// The one event loop of the agent. Entry: [io.jubelet.core.loop.SyncLoop].
@NullMarked
package io.jubelet.core.loop;

import org.jspecify.annotations.NullMarked;
