/// The node's numbers in Prometheus' text form.
///
/// Entry class: [io.jubelet.server.metrics.KubeletMetrics].
@NullMarked
package io.jubelet.server.metrics;

import org.jspecify.annotations.NullMarked;
