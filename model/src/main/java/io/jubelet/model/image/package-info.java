/// Names of container images, taken apart the way every container tool does.
///
/// Entry class: [io.jubelet.model.image.ImageReference]. May import: nothing of ours.
@NullMarked
package io.jubelet.model.image;

import org.jspecify.annotations.NullMarked;
