/// The API server as the agent sees it: typed objects by name, lists, watches, patches. Entry:
/// [io.jubelet.core.cluster.ClusterApi].
@NullMarked
package io.jubelet.core.cluster;

import org.jspecify.annotations.NullMarked;
