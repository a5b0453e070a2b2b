/// What a kubelet owes to its cluster, a class a capability, asked through the API server. The same
/// tests hold for the Go kubelet: `-Djubelet.kubelet=go`.
@NullMarked
package io.jubelet.e2e.cluster;

import org.jspecify.annotations.NullMarked;
