/// Fills in what a pod's author left out, exactly as the API server would have done.
///
/// Entry class: [io.jubelet.model.defaulting.PodDefaults]. May import: the generated messages,
/// `model.pod`, `model.image`, `model.quantity`.
@NullMarked
package io.jubelet.model.defaulting;

import org.jspecify.annotations.NullMarked;
