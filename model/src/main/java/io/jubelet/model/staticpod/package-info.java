/// Turns a manifest into the pod that this node runs for it, or into the reason why not.
///
/// Entry class: [io.jubelet.model.staticpod.StaticPods]. May import: the generated messages,
/// `model.codec`, `model.quantity`, `model.pod`, `model.defaulting`, `model.validation`.
@NullMarked
package io.jubelet.model.staticpod;

import org.jspecify.annotations.NullMarked;
