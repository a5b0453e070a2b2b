/// What the integration tests stand on: containerd by the rig's scripts, the kubelet as a process,
/// manifests, and waits that say what they waited for.
/// Entry: [io.jubelet.e2e.harness.Rig].
@NullMarked
package io.jubelet.e2e.harness;

import org.jspecify.annotations.NullMarked;
