/// Time, threads and waits: the only doors by which the agent blocks or starts a thread, so that a
/// simulation can hold them all. Entry: [io.jubelet.core.execution.Execution].
@NullMarked
package io.jubelet.core.execution;

import org.jspecify.annotations.NullMarked;
