/// The container runtime as the agent sees it: ports and the records that cross them.
/// Entry: [io.jubelet.core.runtime.ContainerRuntime]. Imports nothing of core but `check` and
/// `execution`.
@NullMarked
package io.jubelet.core.runtime;

import org.jspecify.annotations.NullMarked;
