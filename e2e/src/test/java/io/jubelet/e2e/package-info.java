/// Integration tests: the real `bin/kubelet` on a real containerd, both started by the tests.
/// Entry: [io.jubelet.e2e.harness.Rig] and [io.jubelet.e2e.harness.KubeletUnderTest].
@NullMarked
package io.jubelet.e2e;

import org.jspecify.annotations.NullMarked;
