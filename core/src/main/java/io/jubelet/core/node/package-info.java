/// The node itself: its object in the cluster, its lease, what is said of its health. Entry:
/// [io.jubelet.core.node.NodePresence].
@NullMarked
package io.jubelet.core.node;

import org.jspecify.annotations.NullMarked;
