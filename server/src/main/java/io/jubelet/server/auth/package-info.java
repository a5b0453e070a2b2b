/// Who asks, and whether they may.
///
/// Entry class: [io.jubelet.server.auth.AccessGuard].
@NullMarked
package io.jubelet.server.auth;

import org.jspecify.annotations.NullMarked;
