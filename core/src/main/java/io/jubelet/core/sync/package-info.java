/// One turn of one pod: the ordered steps, the pure planners and the executor of their actions.
/// Entry: [io.jubelet.core.sync.PodPlanner]. Never imports `pod` or `loop`.
@NullMarked
package io.jubelet.core.sync;

import org.jspecify.annotations.NullMarked;
