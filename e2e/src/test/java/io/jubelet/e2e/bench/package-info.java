/// Measures both kubelets in turns on one containerd and one control plane: `rig/bench` and
/// `rig/status-targets`. What is counted and judged is pure and tested in every build; what
/// measures runs only when one of those scripts asks for it.
/// Entry: [io.jubelet.e2e.bench.BenchRun], [io.jubelet.e2e.bench.StatusTargetsRun].
@NullMarked
package io.jubelet.e2e.bench;

import org.jspecify.annotations.NullMarked;
