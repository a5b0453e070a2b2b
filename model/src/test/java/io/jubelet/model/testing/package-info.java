/// Fixtures for the tests of this module.
///
/// Entry class: [io.jubelet.model.testing.Manifests].
@NullMarked
package io.jubelet.model.testing;

import org.jspecify.annotations.NullMarked;
