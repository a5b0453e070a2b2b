/// Says what is wrong with a pod, field by field, in the words users know from Kubernetes.
///
/// Entry class: [io.jubelet.model.validation.PodValidator]. One `…Rules` class per area of the
/// spec; each adds what it finds to a [io.jubelet.model.validation.Violations]. What is not
/// checked is listed in docs/parity-validation.md. May import: the generated messages,
/// `model.pod`, `model.quantity`, `log.GoText`.
@NullMarked
package io.jubelet.model.validation;

import org.jspecify.annotations.NullMarked;
