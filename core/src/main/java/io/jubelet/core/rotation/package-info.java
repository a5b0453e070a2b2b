/// Containers' logs are kept short. Entry: [io.jubelet.core.rotation.LogRotator].
@NullMarked
package io.jubelet.core.rotation;

import org.jspecify.annotations.NullMarked;
