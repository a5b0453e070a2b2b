/// The client of the Kubernetes API server: the port [io.jubelet.core.cluster.ClusterApi] on HTTP.
/// Entry: [io.jubelet.client.ApiConnections].
@NullMarked
package io.jubelet.client;

import org.jspecify.annotations.NullMarked;
