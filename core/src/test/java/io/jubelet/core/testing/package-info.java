/// Builders for tests: pods as wanted, pods as seen. Entry: [io.jubelet.core.testing.Pods].
@NullMarked
package io.jubelet.core.testing;

import org.jspecify.annotations.NullMarked;
